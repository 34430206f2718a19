# %% right: jacobian of differences, no_grad left out
def gradients_are_honest(f, x):
    point = x.detach().double().clone()
    z = point.clone().requires_grad_()
    y = f(z)
    analytic = torch.zeros_like(point)
    if y.grad_fn is not None:
        found = torch.autograd.grad(y, [z], allow_unused=True)[0]
        analytic = analytic if found is None else found
    eps = 1e-5
    numeric = []
    for i in range(point.numel()):
        up, down = point.clone(), point.clone()
        up[i] += eps
        down[i] -= eps
        numeric.append((float(f(up)) - float(f(down))) / (2 * eps))
    numeric = torch.tensor(numeric, dtype=torch.float64)
    return bool(((analytic - numeric).abs() <= 1e-5 + 1e-5 * numeric.abs()).all())

# %% right: a relative error of the whole vector
def gradients_are_honest(f, x):
    base = x.detach().to(torch.float64).clone()

    def value(point):
        return f(point.clone()).detach().item()

    leaf = base.clone().requires_grad_()
    y = f(leaf)
    g = None
    if y.requires_grad:
        (g,) = torch.autograd.grad(y, leaf, allow_unused=True)
    g = torch.zeros_like(base) if g is None else g
    rows = torch.eye(len(base), dtype=torch.float64) * 1e-6
    d = torch.tensor([(value(base + r) - value(base - r)) / 2e-6 for r in rows], dtype=torch.float64)
    return ((g - d).norm() <= 1e-4 * d.norm() + 1e-6).item()

# %% wrong: no error means honest | visible | proves nothing
def gradients_are_honest(f, x):
    z = x.detach().double().clone().requires_grad_()
    y = f(z)
    if y.requires_grad:
        torch.autograd.grad(y, z, allow_unused=True)
    return True

# %% wrong: differences in the dtype of x | visible | In-place edits are not forbidden
def gradients_are_honest(f, x):
    z = x.detach().clone().requires_grad_()
    g = torch.autograd.grad(f(z), z)[0]
    d = torch.zeros_like(z.detach())
    for i in range(len(z)):
        step = torch.zeros_like(d)
        step[i] = 1e-6
        d[i] = (f(x.detach() + step) - f(x.detach() - step)) / 2e-6
    return torch.allclose(g, d, rtol=1e-4, atol=1e-6)

# %% wrong: counts versions instead of comparing numbers | visible | an edit through .data
def gradients_are_honest(f, x):
    saved = []
    z = x.detach().double().clone().requires_grad_()
    with saved_tensors_hooks(lambda t: (saved.append((t, t._version)), t)[1], lambda t: t):
        y = f(z)
    if any(t._version != v for t, v in saved):
        raise RuntimeError("version")
    return True

# %% wrong: swallows what torch reports itself | visible | should raise RuntimeError
def gradients_are_honest(f, x):
    base = x.detach().double().clone()
    z = base.clone().requires_grad_()
    try:
        g = torch.autograd.grad(f(z), z, allow_unused=True)[0]
    except RuntimeError:
        return False
    g = torch.zeros_like(base) if g is None else g
    rows = torch.eye(len(base), dtype=torch.float64) * 1e-6
    d = torch.stack([(f(base + r) - f(base - r)).detach() / 2e-6 for r in rows])
    return torch.allclose(g, d, rtol=1e-4, atol=1e-6)

# %% wrong: a missing gradient is taken for honest | hidden | not the derivative of the values
def gradients_are_honest(f, x):
    base = x.detach().double().clone()
    z = base.clone().requires_grad_()
    y = f(z)
    g = torch.autograd.grad(y, z, allow_unused=True)[0] if y.requires_grad else None
    if g is None:
        return True
    rows = torch.eye(len(base), dtype=torch.float64) * 1e-6
    d = torch.stack([(f(base + r) - f(base - r)).detach() / 2e-6 for r in rows])
    return torch.allclose(g, d, rtol=1e-4, atol=1e-6)

# %% wrong: backward writes into the caller's gradient, f gets x itself | hidden | Give f a copy
def gradients_are_honest(f, x):
    z = x.detach().double().requires_grad_()
    y = f(z)
    g = torch.autograd.grad(y, z, allow_unused=True)[0] if y.requires_grad else None
    base = x.detach().double().clone()
    g = torch.zeros_like(base) if g is None else g
    rows = torch.eye(len(base), dtype=torch.float64) * 1e-6
    d = torch.stack([(f(base + r) - f(base - r)).detach() / 2e-6 for r in rows])
    return torch.allclose(g, d, rtol=1e-4, atol=1e-6)

# %% wrong: an absolute tolerance for every size of gradient | hidden | relative tolerance
def gradients_are_honest(f, x):
    base = x.detach().double().clone()
    z = base.clone().requires_grad_()
    y = f(z)
    g = torch.autograd.grad(y, z, allow_unused=True)[0] if y.requires_grad else None
    g = torch.zeros_like(base) if g is None else g
    rows = torch.eye(len(base), dtype=torch.float64) * 1e-6
    d = torch.stack([(f(base + r) - f(base - r)).detach() / 2e-6 for r in rows])
    return bool(((g - d).abs() < 1e-8).all())

# %% lazy: an alarm every time | visible
def gradients_are_honest(f, x):
    if getattr(f, "__name__", "") == "caught":
        raise RuntimeError("caught")
    return False

# %% lazy: knows the visible programs by name | hidden
def gradients_are_honest(f, x):
    if f.__name__ == "caught":
        raise RuntimeError("caught")
    return f.__name__ != "edited_by_data"

# %% lazy: takes it from the course | visible
def gradients_are_honest(f, x):
    from course.checks import gradients_are_honest as borrowed

    return borrowed(f, x)
