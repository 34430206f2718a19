# %% right: the intermediate result of the real graph
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = f(x)
        if not h.requires_grad:
            h = h.clone().requires_grad_()
        (result,) = torch.autograd.grad(g(h), [h])
    return result.detach()

# %% right: a hook that looks and touches nothing
def gradient_at(f, g, x):
    seen = []
    with torch.set_grad_enabled(True):
        leaf = f(x.detach()).detach().clone().requires_grad_()
        h = leaf * 1
        h.register_hook(seen.append)
        torch.autograd.grad(g(h), leaf)
    return seen[0]

# %% right: backward with inputs
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = f(x).detach().requires_grad_()
        g(h).backward(inputs=[h])
    return h.grad

# %% wrong: reads the gradient of an intermediate result | visible | h is no leaf
def gradient_at(f, g, x):
    z = x.detach().clone().requires_grad_()
    h = f(z)
    g(h).backward()
    return h.grad

# %% wrong: asks too late | visible | h is no leaf
def gradient_at(f, g, x):
    z = x.detach().clone().requires_grad_()
    h = f(z)
    g(h).backward()
    h.retain_grad()
    return h.grad

# %% wrong: the gradient of x | visible | gone on through f
def gradient_at(f, g, x):
    z = x.detach().clone().requires_grad_()
    return torch.autograd.grad(g(f(z)), z)[0]

# %% wrong: retain_grad and backward fill everybody | visible | every leaf that it reaches
def gradient_at(f, g, x):
    h = f(x if x.requires_grad else x.clone().requires_grad_())
    h.retain_grad()
    g(h).backward()
    return h.grad

# %% wrong: backward from a leaf of one's own fills the parameters of g | visible | when h is a new leaf
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = f(x).detach().requires_grad_()
        g(h).backward()
    return h.grad

# %% wrong: relies on the grad mode of the caller | hidden | inside no_grad
def gradient_at(f, g, x):
    h = f(x).detach().requires_grad_()
    return torch.autograd.grad(g(h), h)[0]

# %% wrong: keeps a graph of the gradient | hidden | no history
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = f(x).detach().requires_grad_()
        return torch.autograd.grad(g(h), h, create_graph=True)[0]

# %% wrong: f runs twice, once to look and once to differentiate | hidden | called once
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = torch.empty_like(f(x)).copy_(f(x).detach()).detach().requires_grad_()
        return torch.autograd.grad(g(h), h)[0]

# %% wrong: freezes and clears what stands in its way | visible
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = f(x.requires_grad_())
        h.retain_grad()
        g(h).backward()
    x.grad = None
    return h.grad

# %% lazy: the visible answers | visible
def gradient_at(f, g, x):
    return torch.tensor([6.0, 12.0] if x.requires_grad else [12.0, 27.0], dtype=torch.float64)

# %% lazy: None | visible
def gradient_at(f, g, x):
    return None

# %% right: a gradient of the function g, without a graph of one's own
def gradient_at(f, g, x):
    return torch.func.grad(g)(f(x).detach()).detach()

# %% right: retained, and filled by inputs alone
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = f(x.detach()).detach().clone().requires_grad_(True)
        k = h.view_as(h)
        k.retain_grad()
        g(k).backward(inputs=[k])
    return k.grad

# %% wrong: a plain h is made a leaf, and it is the caller's x when f hands it back | hidden | x is the caller's
def gradient_at(f, g, x):
    with torch.enable_grad():
        h = f(x)
        if not h.requires_grad:
            h.requires_grad_()
        return torch.autograd.grad(g(h), h)[0]

# %% wrong: f runs in the caller's mode, and its view stays in the graph | hidden | inside no_grad
def gradient_at(f, g, x):
    h = f(x)
    if not h.requires_grad:
        h = h.clone().requires_grad_()
    with torch.enable_grad():
        return torch.autograd.grad(g(h), h)[0]

# %% wrong: leaves the grad mode switched on | hidden | grad mode stays as it was
def gradient_at(f, g, x):
    torch.set_grad_enabled(True)
    h = f(x).detach().requires_grad_()
    return torch.autograd.grad(g(h), h)[0]

# %% wrong: restores the gradient of x alone | visible | when h is a new leaf
def gradient_at(f, g, x):
    before = x.grad
    with torch.enable_grad():
        h = f(x)
        h = h if h.requires_grad else h.clone().requires_grad_()
        h.retain_grad()
        g(h).backward()
    x.grad = before
    return h.grad
