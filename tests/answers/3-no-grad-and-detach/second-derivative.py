# %% right: asks for unused inputs to be told as None
def second_derivative(f, x):
    point = x.detach().clone()
    point.requires_grad = True
    first = torch.autograd.grad(outputs=f(point).sum(), inputs=[point], create_graph=True)[0]
    second = None
    if first.grad_fn is not None:
        second = torch.autograd.grad(first.sum(), [point], allow_unused=True)[0]
    return torch.zeros_like(point.detach()) if second is None else second

# %% right: a zero of z keeps the graph alive
def second_derivative(f, x):
    with torch.enable_grad():
        z = x.detach().clone().requires_grad_()
        y = f(z)
        (slope,) = torch.autograd.grad(y, z, torch.ones_like(y), create_graph=True)
        total = (slope + 0 * z).sum()
        return torch.autograd.grad(total, z)[0]

# %% wrong: retain_graph without create_graph | visible | gets a graph of its own by create_graph
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    (slope,) = torch.autograd.grad(f(z).sum(), z, retain_graph=True)
    slope.requires_grad_()
    return torch.autograd.grad(slope.sum(), slope)[0]

# %% wrong: retain_graph, and the error is let out | visible | element 0 of tensors does not require grad
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    (slope,) = torch.autograd.grad(f(z).sum(), z, retain_graph=True)
    return torch.autograd.grad(slope.sum(), z)[0]

# %% wrong: backward twice over the retained graph | visible | first derivative
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    y = f(z).sum()
    y.backward(retain_graph=True)
    z.grad = None
    y.backward()
    return z.grad

# %% wrong: both passes go into one gradient | visible | added to the first
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    f(z).sum().backward(create_graph=True)
    z.grad.sum().backward()
    return z.grad.detach()

# %% wrong: a straight line is an error | visible | bends nowhere
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    (slope,) = torch.autograd.grad(f(z).sum(), z, create_graph=True)
    return torch.autograd.grad(slope.sum(), z)[0]

# %% wrong: works on the caller's leaf with backward | visible | writes into the leaf
def second_derivative(f, x):
    z = x if x.requires_grad and x.is_leaf else x.detach().clone().requires_grad_()
    f(z).sum().backward(create_graph=True)
    slope, z.grad = z.grad, None
    (slope + 0 * z).sum().backward()
    return z.grad

# %% wrong: a slope that requires grad must depend on x | hidden
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    (slope,) = torch.autograd.grad(f(z).sum(), z, create_graph=True)
    if not slope.requires_grad:
        return torch.zeros_like(slope)
    return torch.autograd.grad(slope.sum(), z)[0]

# %% wrong: the result has a graph of its own | hidden | no history
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    (slope,) = torch.autograd.grad(f(z).sum(), z, create_graph=True)
    return torch.autograd.grad((slope + 0 * z * z * z).sum(), z, create_graph=True)[0]

# %% lazy: zeros | visible
def second_derivative(f, x):
    return torch.zeros_like(x).detach()

# %% lazy: second differences with a coarse step | visible
def second_derivative(f, x):
    z = x.detach()
    return (f(z + 1e-2) - 2 * f(z) + f(z - 1e-2)) / 1e-4

# %% right: a gradient function of a gradient function
def second_derivative(f, x):
    def slope(z):
        return torch.func.grad(lambda z: f(z).sum())(z).sum()

    return torch.func.grad(slope)(x.detach()).detach()

# %% right: forward mode twice
def second_derivative(f, x):
    z = x.detach()
    ones = torch.ones_like(z)

    def slope(a):
        return torch.func.jvp(f, (a,), (ones,))[1]

    return torch.func.jvp(slope, (z,), (ones,))[1].detach()

# %% right: the diagonal of the Hessian
def second_derivative(f, x):
    table = torch.autograd.functional.hessian(lambda z: f(z.view(x.shape)).sum(), x.detach().reshape(-1))
    return table.diagonal().reshape(x.shape)

# %% wrong: second differences of high order | visible | a graph of its own
def second_derivative(f, x):
    with torch.no_grad():
        z, h = x.detach(), 1e-3
        near, far = f(z + h) + f(z - h), f(z + 2 * h) + f(z - 2 * h)
        return (16 * near - far - 30 * f(z)) / (12 * h * h)

# %% wrong: differentiates at a cut copy, and so the slope does not know z | visible
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    (slope,) = torch.autograd.grad(f(z).sum(), z, create_graph=True)
    slope = slope.detach().requires_grad_()
    return torch.autograd.grad(slope.sum(), z, materialize_grads=True)[0]

# %% wrong: an error of any kind is taken for a straight line | visible
def second_derivative(f, x):
    z = x.detach().clone().requires_grad_()
    try:
        (slope,) = torch.autograd.grad(f(z).sum(), z)
        return torch.autograd.grad(slope.sum(), z)[0]
    except RuntimeError:
        return torch.zeros_like(x).detach()
