# %% right: a hook on a leaf, backward into nothing of the caller's
def inplace_is_safe(f, edit, x, where):
    def run(change):
        leaf = x.detach().clone().requires_grad_(True)
        z = leaf * 1
        y = f(z)
        g = torch.arange(1, y.numel() + 1, dtype=y.dtype).reshape(y.shape)
        if change:
            with torch.no_grad():
                edit({"input": z, "output": y}[where])
        return torch.autograd.grad(y, leaf, g)[0]

    plain = run(False)
    try:
        edited = run(True)
    except RuntimeError:
        return False
    return bool(((plain - edited).abs() <= 1e-9 * (1 + plain.abs())).all())

# %% right: random weights, compared element by element
def inplace_is_safe(f, edit, x, where):
    weights = None
    gradients = []
    for change in (lambda t: None, edit):
        z = x.detach().clone().requires_grad_().clone()
        y = f(z)
        if weights is None:
            weights = torch.rand_like(y) + 1
        target = z if where == "input" else y
        try:
            with torch.no_grad():
                change(target)
            gradients += torch.autograd.grad([y], [z], [weights.detach()])
        except RuntimeError:
            return False
    one, other = gradients
    return torch.allclose(one, other)

# %% wrong: no error means safe | visible | Compare the gradients
def inplace_is_safe(f, edit, x, where):
    z = x.detach().clone().requires_grad_().clone()
    y = f(z)
    with torch.no_grad():
        edit(z if where == "input" else y)
    try:
        torch.autograd.grad(y.sum(), z)
    except RuntimeError:
        return False
    return True

# %% wrong: feeds ones into the backward pass | hidden | Feed other numbers
def inplace_is_safe(f, edit, x, where):
    def gradient(change):
        z = x.detach().clone().requires_grad_().clone()
        y = f(z)
        if change:
            with torch.no_grad():
                edit(z if where == "input" else y)
        return torch.autograd.grad(y.sum(), z)[0]

    try:
        return torch.allclose(gradient(True), gradient(False))
    except RuntimeError:
        return False

# %% wrong: compares values instead of gradients | visible | should be
def inplace_is_safe(f, edit, x, where):
    z = x.detach().clone()
    y = f(z)
    before = y.clone()
    edit(z if where == "input" else y)
    return torch.equal(before, y)

# %% wrong: looks at the version counter | visible | an edit through .data
def inplace_is_safe(f, edit, x, where):
    saved = []
    z = x.detach().clone().requires_grad_().clone()
    with saved_tensors_hooks(lambda t: (saved.append((t, t._version)), t)[1], lambda t: t):
        y = f(z)
    with torch.no_grad():
        edit(z if where == "input" else y)
    return all(t._version == version for t, version in saved)

# %% wrong: backward fills gradients that belong to somebody else | visible | already filled some gradients
def inplace_is_safe(f, edit, x, where):
    def gradient(change):
        leaf = x.detach().clone().requires_grad_()
        z = leaf.clone()
        y = f(z)
        if change:
            with torch.no_grad():
                edit(z if where == "input" else y)
        y.backward(torch.linspace(1, 2, y.numel(), dtype=y.dtype).view(y.shape))
        return leaf.grad

    try:
        return torch.allclose(gradient(True), gradient(False))
    except RuntimeError:
        return False

# %% wrong: edits the caller's tensor | visible | belong to the caller
def inplace_is_safe(f, edit, x, where):
    def gradient(change):
        z = x.detach().requires_grad_() * 1 if not change else x.detach().requires_grad_().view_as(x)
        y = f(z)
        if change:
            with torch.no_grad():
                edit(z if where == "input" else y)
        return torch.autograd.grad(y, z, torch.linspace(1, 2, y.numel(), dtype=y.dtype).view(y.shape))[0]

    try:
        plain = gradient(False)
        return torch.allclose(gradient(True), plain)
    except RuntimeError:
        return False

# %% wrong: takes where for granted | visible | 'output'
def inplace_is_safe(f, edit, x, where):
    def gradient(change):
        z = x.detach().clone().requires_grad_().clone()
        y = f(z)
        if change:
            with torch.no_grad():
                edit(z)
        return torch.autograd.grad(y, z, torch.linspace(1, 2, y.numel(), dtype=y.dtype).view(y.shape))[0]

    try:
        return torch.allclose(gradient(True), gradient(False))
    except RuntimeError:
        return False

# %% lazy: in-place is never safe | visible
def inplace_is_safe(f, edit, x, where):
    return False

# %% lazy: knows two functions | hidden
def inplace_is_safe(f, edit, x, where):
    if getattr(f, "__name__", "") == "sin":
        return where == "output"
    if getattr(f, "__name__", "") == "exp":
        return where == "input"
    return x.requires_grad is False

# %% lazy: takes it from the course | visible
def inplace_is_safe(f, edit, x, where):
    from course.tape import inplace_is_safe as borrowed

    return borrowed(f, edit, x, where)
