# %% right: with an optimizer
def fine_tune(x, y, w1, w2, lr, steps):
    trained = torch.nn.Parameter(w2.detach().clone())
    optimizer = torch.optim.SGD([trained], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        ((torch.tanh(x @ w1.detach()) @ trained - y) ** 2).mean().backward()
        optimizer.step()
    return trained.detach().requires_grad_()

# %% right: without autograd
def fine_tune(x, y, w1, w2, lr, steps):
    with torch.no_grad():
        h, v = torch.tanh(x @ w1), w2.clone()
        for _ in range(steps):
            v -= lr * 2 / len(y) * (h.T @ (h @ v - y))
    return v.requires_grad_()

# %% wrong: trains the caller's tensor | visible | detach() is no copy
def fine_tune(x, y, w1, w2, lr, steps):
    trained = w2.detach().requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        (g,) = torch.autograd.grad(((h @ trained - y) ** 2).mean(), trained)
        with torch.no_grad():
            trained -= lr * g
    return trained

# %% wrong: a clone with a history | visible | not a leaf
def fine_tune(x, y, w1, w2, lr, steps):
    trained = w2.clone()
    trained.requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        (g,) = torch.autograd.grad(((h @ trained - y) ** 2).mean(), trained)
        trained = trained - lr * g
    return trained

# %% wrong: freezes by the flag and leaves it so | visible | has to be put back
def fine_tune(x, y, w1, w2, lr, steps):
    w1.requires_grad_(False)
    trained = w2.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = ((torch.tanh(x @ w1) @ trained - y) ** 2).mean()
        (g,) = torch.autograd.grad(loss, trained)
        with torch.no_grad():
            trained -= lr * g
    return trained

# %% wrong: not frozen against gradients | visible | reached w1
def fine_tune(x, y, w1, w2, lr, steps):
    trained = w2.detach().clone().requires_grad_()
    for _ in range(steps):
        trained.grad = None
        ((torch.tanh(x @ w1) @ trained - y) ** 2).mean().backward()
        with torch.no_grad():
            trained -= lr * trained.grad
    trained.grad = None
    return trained

# %% wrong: w1 learns as well | visible | it is not frozen
def fine_tune(x, y, w1, w2, lr, steps):
    first, trained = w1.detach().clone().requires_grad_(), w2.detach().clone().requires_grad_()
    for _ in range(steps):
        loss = ((torch.tanh(x @ first) @ trained - y) ** 2).mean()
        g1, g2 = torch.autograd.grad(loss, [first, trained])
        with torch.no_grad():
            first -= lr * g1
            trained -= lr * g2
    return trained

# %% wrong: forgot to clear | visible | gradient was not cleared
def fine_tune(x, y, w1, w2, lr, steps):
    trained = w2.detach().clone().requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        ((h @ trained - y) ** 2).mean().backward()
        with torch.no_grad():
            trained -= lr * trained.grad
    trained.grad = None
    return trained

# %% wrong: the last gradient is left in it | visible | should be None
def fine_tune(x, y, w1, w2, lr, steps):
    trained = w2.detach().clone().requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        trained.grad = None
        ((h @ trained - y) ** 2).mean().backward()
        with torch.no_grad():
            trained -= lr * trained.grad
    return trained

# %% wrong: rebuilt under no_grad | visible | does not require grad
def fine_tune(x, y, w1, w2, lr, steps):
    trained = w2.detach().clone().requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        trained.requires_grad_()
        (g,) = torch.autograd.grad(((h @ trained - y) ** 2).mean(), trained)
        with torch.no_grad():
            trained = trained - lr * g
    return trained

# %% wrong: no step gives back the caller's tensor | hidden
def fine_tune(x, y, w1, w2, lr, steps):
    if steps == 0:
        return w2
    trained = w2.detach().clone().requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        (g,) = torch.autograd.grad(((h @ trained - y) ** 2).mean(), trained)
        with torch.no_grad():
            trained -= lr * g
    return trained

# %% wrong: clears the gradients of both beforehand | visible | w2.grad
def fine_tune(x, y, w1, w2, lr, steps):
    w1.grad = w2.grad = None
    trained = w2.detach().clone().requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        (g,) = torch.autograd.grad(((h @ trained - y) ** 2).mean(), trained)
        with torch.no_grad():
            trained -= lr * g
    return trained

# %% wrong: requires grad only if w2 did | hidden | leaf that requires grad
def fine_tune(x, y, w1, w2, lr, steps):
    trained = w2.detach().clone().requires_grad_()
    h = torch.tanh(x @ w1.detach())
    for _ in range(steps):
        (g,) = torch.autograd.grad(((h @ trained - y) ** 2).mean(), trained)
        with torch.no_grad():
            trained -= lr * g
    return trained.requires_grad_(w2.requires_grad)

# %% lazy: a copy | visible | Nothing moved
def fine_tune(x, y, w1, w2, lr, steps):
    return w2.detach().clone().requires_grad_()
