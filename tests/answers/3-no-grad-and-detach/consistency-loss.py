# %% right: flags off for the teacher's forward pass, each put back
def consistency_loss(student, teacher, x):
    flags = [(p, p.requires_grad) for p in teacher.parameters()]
    for p, _ in flags:
        p.requires_grad_(False)
    try:
        target = teacher(x)
    finally:
        for p, flag in flags:
            p.requires_grad_(flag)
    return torch.nn.functional.mse_loss(student(x), target)

# %% right: a frozen copy of the teacher
def consistency_loss(student, teacher, x):
    import copy

    frozen = copy.deepcopy(teacher)
    for p in frozen.parameters():
        p.requires_grad_(False)
    difference = student(x) - frozen(x)
    return difference.square().mean()

# %% wrong: the result is cut | visible | Only the student's share
def consistency_loss(student, teacher, x):
    return ((student(x) - teacher(x).detach()) ** 2).mean()

# %% wrong: the teacher runs under no_grad | visible | Only the student's share
def consistency_loss(student, teacher, x):
    with torch.no_grad():
        target = teacher(x)
    return ((student(x) - target) ** 2).mean()

# %% wrong: the input is cut | visible | took part as variables | Only the student's share
def consistency_loss(student, teacher, x):
    return ((student(x) - teacher(x.detach())) ** 2).mean()

# %% wrong: nothing is cut | visible | have to be constants
def consistency_loss(student, teacher, x):
    return ((student(x) - teacher(x)) ** 2).mean()

# %% wrong: freezes the caller's teacher for good | visible | stays as it was
def consistency_loss(student, teacher, x):
    teacher.requires_grad_(False)
    return ((student(x) - teacher(x)) ** 2).mean()

# %% wrong: everything is trainable afterwards, whatever it was | hidden | requires_grad is not what it was
def consistency_loss(student, teacher, x):
    teacher.requires_grad_(False)
    target = teacher(x)
    teacher.requires_grad_(True)
    return ((student(x) - target) ** 2).mean()

# %% wrong: eval is taken for frozen | visible | have to be constants
def consistency_loss(student, teacher, x):
    teacher.eval()
    return ((student(x) - teacher(x)) ** 2).mean()

# %% wrong: the sum in place of the mean | hidden | mean of the squares
def consistency_loss(student, teacher, x):
    constants = {name: p.detach() for name, p in teacher.named_parameters()}
    return ((student(x) - torch.func.functional_call(teacher, constants, (x,))) ** 2).sum()

# %% wrong: knows linear layers only | hidden
def consistency_loss(student, teacher, x):
    target = torch.nn.functional.linear(x, teacher.weight.detach())
    return ((student(x) - target) ** 2).mean()

# %% lazy: a number that happens to be right | visible
def consistency_loss(student, teacher, x):
    return torch.tensor(9.0, dtype=torch.float64, requires_grad=True)

# %% right: the state dictionary holds detached tensors
def consistency_loss(student, teacher, x):
    target = torch.func.functional_call(teacher, dict(teacher.state_dict()), (x,))
    return torch.mean((student(x) - target) ** 2)

# %% wrong: the student is cut and the teacher learns | visible | the one to be trained
def consistency_loss(student, teacher, x):
    return ((student(x).detach() - teacher(x)) ** 2).mean()

# %% wrong: a gradient that the teacher had is thrown away | hidden | a gradient that was there
def consistency_loss(student, teacher, x):
    flags = [p.requires_grad for p in teacher.parameters()]
    teacher.requires_grad_(False)
    target = teacher(x)
    for p, flag in zip(teacher.parameters(), flags):
        p.requires_grad_(flag)
        p.grad = None
    return ((student(x) - target) ** 2).mean()

# %% wrong: parameters are replaced by constants of the same name | visible
def consistency_loss(student, teacher, x):
    for module in teacher.modules():
        for name, p in list(module.named_parameters(recurse=False)):
            setattr(module, name, torch.nn.Parameter(p.detach(), requires_grad=False))
    return ((student(x) - teacher(x)) ** 2).mean()

# %% wrong: both modules run on constants | visible | the one to be trained
def consistency_loss(student, teacher, x):
    def constant(module):
        return torch.func.functional_call(module, dict(module.state_dict()), (x,))

    return ((constant(student) - constant(teacher)) ** 2).mean()
