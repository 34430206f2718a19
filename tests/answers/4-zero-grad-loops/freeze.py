# %% right: freezes first, and undoes it
def freeze(model, part, make_optimizer):
    before = [(p, p.requires_grad) for p in part.parameters()]
    part.requires_grad_(False)
    left = list(filter(lambda p: p.requires_grad, model.parameters()))
    if len(left) == 0:
        for p, flag in before:
            p.requires_grad = flag
        raise ValueError("nothing left")
    part.zero_grad()
    return make_optimizer(left)


# %% right: compared by is, list built by hand
def freeze(model, part, make_optimizer):
    inside = list(part.parameters())
    left = []
    for p in model.parameters():
        if p.requires_grad and not any(p is q for q in inside):
            left.append(p)
    if left == []:
        raise ValueError("there is no parameter left to train")
    for q in inside:
        q.grad, q.requires_grad = None, False
    return make_optimizer(left)


# %% right: a set of the parameters themselves
def freeze(model, part, make_optimizer):
    inside = set(part.parameters())
    left = [p for p in model.parameters() if p not in inside and p.requires_grad]
    if not left:
        raise ValueError("nothing left to train")
    part.requires_grad_(False)
    for p in inside:
        p.grad = None
    return make_optimizer(left)


# %% right: module by module, compared by id
def freeze(model, part, make_optimizer):
    inside = [id(p) for m in part.modules() for p in m.parameters(recurse=False)]
    left = {id(p): p for _, p in model.named_parameters() if p.requires_grad and id(p) not in inside}
    if len(left) == 0:
        raise ValueError("nothing left to train")
    for p in part.parameters():
        p.grad = None
        p.requires_grad = False
    return make_optimizer(list(left.values()))


# %% wrong: all parameters go to the optimizer | visible | still in the optimizer
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in frozen]
    if not left:
        raise ValueError("nothing left to train")
    for p in part.parameters():
        p.requires_grad_(False)
        p.grad = None
    return make_optimizer(list(model.parameters()))


# %% wrong: the stale gradient stays | visible | does not clear .grad
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in frozen]
    if not left:
        raise ValueError("nothing left to train")
    for p in part.parameters():
        p.requires_grad_(False)
    return make_optimizer(left)


# %% wrong: an attribute that nobody reads | visible | attribute that nobody reads
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in frozen]
    if not left:
        raise ValueError("nothing left to train")
    for p in part.parameters():
        part.requires_grad = False
        p.grad = None
    return make_optimizer(left)


# %% wrong: a typo in the attribute | visible | Nothing is frozen
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in frozen]
    if not left:
        raise ValueError("nothing left to train")
    for p in part.parameters():
        p.required_grad = False
        p.grad = None
    return make_optimizer(left)


# %% wrong: clears all gradients | visible | not to be touched
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in frozen]
    if not left:
        raise ValueError("nothing left to train")
    model.zero_grad()
    for p in part.parameters():
        p.requires_grad_(False)
        p.grad = None
    return make_optimizer(left)


# %% wrong: eval instead of freezing | visible | Nothing is frozen
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in frozen]
    if not left:
        raise ValueError("nothing left to train")
    for p in part.parameters():
        part.eval()
        p.grad = None
    return make_optimizer(left)


# %% wrong: parameters that were frozen before come along | hidden | frozen before
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if id(p) not in frozen]
    if not left:
        raise ValueError("nothing left to train")
    for p in part.parameters():
        p.requires_grad_(False)
        p.grad = None
    return make_optimizer(left)


# %% wrong: told apart by name | hidden | shared with the part
def freeze(model, part, make_optimizer):
    inside = {n for n, m in model.named_modules() if m is part}
    left = [p for n, p in model.named_parameters(remove_duplicate=False) if p.requires_grad and n.split(".")[0] not in inside]
    if not left or part is model:
        raise ValueError("nothing left")
    for p in part.parameters():
        p.requires_grad_(False)
        p.grad = None
    return make_optimizer(left)


# %% wrong: leaves the refusal to the optimizer | hidden | say so yourself
def freeze(model, part, make_optimizer):
    frozen = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in frozen]
    for p in part.parameters():
        p.requires_grad_(False)
        p.grad = None
    return make_optimizer(left)


# %% wrong: freezes before it looks | hidden | before you freeze
def freeze(model, part, make_optimizer):
    for p in part.parameters():
        p.requires_grad_(False)
        p.grad = None
    left = [p for p in model.parameters() if p.requires_grad]
    if not left:
        raise ValueError("nothing left to train")
    return make_optimizer(left)


# %% wrong: compares parameters by value | visible | not in inside
def freeze(model, part, make_optimizer):
    inside = list(part.parameters())
    left = [p for p in model.parameters() if p.requires_grad and p not in inside]
    if not left:
        raise ValueError("nothing left to train")
    part.requires_grad_(False)
    part.zero_grad()
    return make_optimizer(left)


# %% wrong: only the parameters of the module itself | hidden | modules of its own
def freeze(model, part, make_optimizer):
    inside = {id(p) for p in part.parameters(recurse=False)}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in inside]
    if not left:
        raise ValueError("nothing left to train")
    for p in part.parameters(recurse=False):
        p.requires_grad_(False)
        p.grad = None
    return make_optimizer(left)


# %% wrong: gradients become zeros | visible | does not clear
def freeze(model, part, make_optimizer):
    inside = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in inside]
    if not left:
        raise ValueError("nothing left to train")
    part.zero_grad(set_to_none=False)
    part.requires_grad_(False)
    return make_optimizer(left)


# %% wrong: weight and bias by name | hidden | raised AttributeError
def freeze(model, part, make_optimizer):
    inside = {id(part.weight), id(part.bias)}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in inside]
    if not left:
        raise ValueError("nothing left to train")
    part.weight.requires_grad_(False)
    part.bias.requires_grad_(False)
    part.weight.grad = part.bias.grad = None
    return make_optimizer(left)


# %% wrong: all parameters outside are made trainable | hidden | stays as it was
def freeze(model, part, make_optimizer):
    inside = {id(p) for p in part.parameters()}
    outside = [p for p in model.parameters() if id(p) not in inside]
    if not outside:
        raise ValueError("nothing left to train")
    for p in model.parameters():
        p.requires_grad_(id(p) not in inside)
    for p in part.parameters():
        p.grad = None
    return make_optimizer(outside)


# %% wrong: the optimizer is not returned | visible | Return what make_optimizer returns
def freeze(model, part, make_optimizer):
    inside = {id(p) for p in part.parameters()}
    left = [p for p in model.parameters() if p.requires_grad and id(p) not in inside]
    if not left:
        raise ValueError("nothing left to train")
    part.requires_grad_(False)
    part.zero_grad()
    make_optimizer(left)


# %% lazy: an optimizer of everything, nothing frozen | visible
def freeze(model, part, make_optimizer):
    return make_optimizer(list(model.parameters()))


# %% lazy: knows the visible model | hidden
def freeze(model, part, make_optimizer):
    for p in model[0].parameters():
        p.requires_grad_(False)
        p.grad = None
    return make_optimizer(list(model[2].parameters()))
