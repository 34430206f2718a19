# %% right: by backward on a leaf of its own
def hidden_gradient(x, w1, w2, y):
    with torch.no_grad():
        h = torch.tanh(x @ w1)
    h = h.requires_grad_()
    loss = torch.nn.functional.mse_loss(h @ w2.detach(), y)
    loss.backward()
    return float(loss.detach()), h.grad

# %% right: the formula
def hidden_gradient(x, w1, w2, y):
    with torch.no_grad():
        h = torch.tanh(x @ w1)
        residual = h @ w2 - y
        return (residual @ residual / len(y)).item(), torch.outer(residual, w2) * 2 / len(y)

# %% right: copies of everything, then the ordinary way
def hidden_gradient(x, w1, w2, y):
    x, w1, w2 = (t.detach().clone() for t in (x, w1, w2))
    h = (x @ w1.requires_grad_()).tanh()
    h.retain_grad()
    loss = ((h @ w2 - y) ** 2).mean()
    loss.backward()
    return loss.item(), h.grad.detach()

# %% wrong: backward on the caller's graph | visible | caller's state
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh()
    if not h.requires_grad:
        h.requires_grad_()
    h.retain_grad()
    loss = ((h @ w2 - y) ** 2).mean()
    loss.backward()
    return loss.item(), h.grad

# %% wrong: the gradient of a non-leaf is read | visible | h.retain_grad() was called before
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh()
    loss = ((h @ w2 - y) ** 2).mean()
    loss.backward()
    return loss.item(), h.grad

# %% wrong: retained too late | visible | h.retain_grad() was called before
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh()
    loss = ((h @ w2 - y) ** 2).mean()
    loss.backward()
    h.retain_grad()
    return loss.item(), h.grad

# %% wrong: only if the inputs require grad | visible | does not require grad
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh()
    loss = ((h @ w2 - y) ** 2).mean()
    return loss.item(), torch.autograd.grad(loss, h)[0]

# %% wrong: turns the flags of the inputs on | visible | flags belong to the caller
def hidden_gradient(x, w1, w2, y):
    if not w1.requires_grad:
        w1.requires_grad_()
    if not x.requires_grad:
        x.requires_grad_()
    h = (x @ w1).tanh()
    loss = ((h @ w2 - y) ** 2).mean()
    return loss.item(), torch.autograd.grad(loss, h)[0]

# %% wrong: cleans up afterwards by clearing | visible | caller's state
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh().detach().requires_grad_()
    loss = ((h @ w2 - y) ** 2).mean()
    loss.backward()
    for t in (x, w1, w2):
        t.grad = None
    return loss.item(), h.grad

# %% wrong: the sum instead of the mean | visible | the loss is a mean
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh().detach().requires_grad_()
    squares = (h @ w2.detach() - y) ** 2
    return squares.mean().item(), torch.autograd.grad(squares.sum(), h)[0]

# %% wrong: before the tanh | visible | one tanh too far
def hidden_gradient(x, w1, w2, y):
    z = (x @ w1).detach().requires_grad_()
    loss = ((z.tanh() @ w2.detach() - y) ** 2).mean()
    return loss.item(), torch.autograd.grad(loss, z)[0]

# %% wrong: the loss as a tensor | visible | not a Python float
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh().detach().requires_grad_()
    loss = ((h @ w2.detach() - y) ** 2).mean()
    return loss.detach(), torch.autograd.grad(loss, h)[0]

# %% wrong: a gradient with a history | hidden | should not require grad
def hidden_gradient(x, w1, w2, y):
    h = (x @ w1).tanh()
    if not h.requires_grad:
        h.requires_grad_()
    loss = ((h @ w2 - y) ** 2).mean()
    (gradient,) = torch.autograd.grad(loss, h, create_graph=True)
    return loss.item(), gradient

# %% wrong: puts a copy of the old gradient back | hidden | replaced or filled
def hidden_gradient(x, w1, w2, y):
    old = [None if t.grad is None else t.grad.clone() for t in (x, w1, w2)]
    h = (x @ w1).tanh()
    if not h.requires_grad:
        h.requires_grad_()
    h.retain_grad()
    loss = ((h @ w2 - y) ** 2).mean()
    loss.backward()
    for t, grad in zip((x, w1, w2), old):
        t.grad = grad
    return loss.item(), h.grad

# %% lazy: knows the first example | visible
def hidden_gradient(x, w1, w2, y):
    return 0.0, torch.zeros(len(x), len(w2), dtype=x.dtype)
