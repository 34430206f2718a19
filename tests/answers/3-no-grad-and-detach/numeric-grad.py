# %% right: steps from the rows of a unit matrix
def numeric_grad(f, x, eps=1e-6):
    with torch.no_grad():
        here = x.detach().clone()
        steps = torch.eye(x.numel(), dtype=x.dtype).reshape(x.numel(), *x.shape) * eps
        found = [(f(here + s) - f(here - s)) / (2 * eps) for s in steps]
        return torch.stack(found).reshape(x.shape) if found else torch.zeros_like(here)

# %% right: index by index, on two copies
def numeric_grad(f, x, eps=1e-6):
    import itertools

    result = torch.zeros(x.shape, dtype=x.dtype)
    with torch.no_grad():
        for index in itertools.product(*map(range, x.shape)):
            up, down = x.detach().clone(), x.detach().clone()
            up[index] += eps
            down[index] -= eps
            result[index] = (f(up).item() - f(down).item()) / (2 * eps)
    return result

# %% wrong: forward difference | visible | A forward difference
def numeric_grad(f, x, eps=1e-6):
    with torch.no_grad():
        here = x.detach().clone()
        steps = torch.eye(x.numel(), dtype=x.dtype).reshape(x.numel(), *x.shape) * eps
        return torch.stack([(f(here + s) - f(here)) / eps for s in steps]).reshape(x.shape)

# %% wrong: divided by eps | visible | twice eps
def numeric_grad(f, x, eps=1e-6):
    with torch.no_grad():
        here = x.detach().clone()
        steps = torch.eye(x.numel(), dtype=x.dtype).reshape(x.numel(), *x.shape) * eps
        return torch.stack([(f(here + s) - f(here - s)) / eps for s in steps]).reshape(x.shape)

# %% wrong: all elements at once | visible | moved at once
def numeric_grad(f, x, eps=1e-6):
    with torch.no_grad():
        slope = (f(x.detach() + eps) - f(x.detach() - eps)) / (2 * eps)
        return torch.full(x.shape, slope.item(), dtype=x.dtype)

# %% wrong: writes steps into a reshaped copy | visible | f never saw them
def numeric_grad(f, x, eps=1e-6):
    point = x.detach()
    flat = point.reshape(-1)
    result = torch.zeros_like(flat)
    with torch.no_grad():
        for i in range(flat.numel()):
            old = flat[i].item()
            flat[i] = old + eps
            up = f(point)
            flat[i] = old - eps
            down = f(point)
            flat[i] = old
            result[i] = (up - down) / (2 * eps)
    return result.view(x.shape)

# %% wrong: moves x itself and puts it back | hidden | x was moved while f ran
def numeric_grad(f, x, eps=1e-6):
    import itertools

    point = x.detach()
    result = torch.zeros(x.shape, dtype=x.dtype)
    with torch.no_grad():
        for index in itertools.product(*map(range, x.shape)):
            old = point[index].item()
            point[index] = old + eps
            up = f(point).item()
            point[index] = old - eps
            down = f(point).item()
            point[index] = old
            result[index] = (up - down) / (2 * eps)
    return result

# %% wrong: asks autograd | visible | exact
def numeric_grad(f, x, eps=1e-6):
    z = x.detach().clone().requires_grad_()
    return -torch.autograd.grad(f(z), z)[0] * -1 + eps

# %% wrong: right numbers, by autograd, which was to be checked | visible | there to check
def numeric_grad(f, x, eps=1e-6):
    z = x.detach().clone().requires_grad_()
    return torch.autograd.grad(f(z), z)[0]

# %% wrong: builds graphs | hidden | without no_grad
def numeric_grad(f, x, eps=1e-6):
    here = x.detach().clone()
    steps = torch.eye(x.numel(), dtype=x.dtype).reshape(x.numel(), *x.shape) * eps
    found = [(f(here + s) - f(here - s)) / (2 * eps) for s in steps]
    return torch.stack(found).reshape(x.shape) if found else torch.zeros_like(here)

# %% wrong: everything in double | hidden | dtype
def numeric_grad(f, x, eps=1e-6):
    with torch.no_grad():
        here = x.detach().double().clone()
        steps = torch.eye(x.numel(), dtype=here.dtype).reshape(x.numel(), *x.shape) * eps
        found = [(f(here + s) - f(here - s)) / (2 * eps) for s in steps]
        return torch.stack(found).reshape(x.shape) if found else torch.zeros_like(here)

# %% lazy: the derivative of the square | visible
def numeric_grad(f, x, eps=1e-6):
    return 2 * x.detach()

# %% right: in double inside, in the dtype of x outside
def numeric_grad(f, x, eps=1e-6):
    here = x.detach().to(torch.float64, copy=True).contiguous()
    flat = here.view(-1)
    slopes = []
    with torch.no_grad():
        for i in range(flat.numel()):
            values = []
            for sign in (1, -1):
                moved = flat.clone()
                moved[i] += sign * eps
                values.append(float(f(moved.view(x.shape))))
            slopes.append((values[0] - values[1]) / (2 * eps))
    return torch.tensor(slopes, dtype=x.dtype).view(x.shape)

# %% right: a boolean mask picks the element
def numeric_grad(f, x, eps=1e-6):
    with torch.no_grad():
        point, numbers = x.detach(), torch.arange(x.numel()).reshape(x.shape)
        slopes = torch.zeros(x.shape, dtype=x.dtype)
        for i in range(x.numel()):
            here = numbers == i
            up = torch.where(here, point + eps, point)
            down = torch.where(here, point - eps, point)
            slopes[here] = (f(up) - f(down)) / (2 * eps)
    return slopes

# %% wrong: the step is fixed, whatever eps says | visible
def numeric_grad(f, x, eps=1e-6):
    eps = 1e-6
    with torch.no_grad():
        here = x.detach().clone()
        steps = torch.eye(x.numel(), dtype=x.dtype).reshape(x.numel(), *x.shape) * eps
        return torch.stack([(f(here + s) - f(here - s)) / (2 * eps) for s in steps]).reshape(x.shape)

# %% wrong: a flat list of slopes | visible | shape
def numeric_grad(f, x, eps=1e-6):
    with torch.no_grad():
        here = x.detach().clone()
        steps = torch.eye(x.numel(), dtype=x.dtype).reshape(x.numel(), *x.shape) * eps
        return torch.stack([(f(here + s) - f(here - s)) / (2 * eps) for s in steps])

# %% wrong: steps along the rows only | visible
def numeric_grad(f, x, eps=1e-6):
    result = torch.zeros(x.shape, dtype=x.dtype)
    with torch.no_grad():
        for i in range(len(x)):
            up, down = x.detach().clone(), x.detach().clone()
            up[i] += eps
            down[i] -= eps
            result[i] = (f(up) - f(down)) / (2 * eps)
    return result

# %% wrong: the step is not taken back before the next one | visible
def numeric_grad(f, x, eps=1e-6):
    point = x.detach().clone().contiguous()
    flat, slopes = point.view(-1), []
    with torch.no_grad():
        for i in range(flat.numel()):
            flat[i] += eps
            up = f(point)
            flat[i] -= 2 * eps
            slopes.append((up - f(point)) / (2 * eps))
    return torch.stack(slopes).view(x.shape) if slopes else torch.zeros_like(point)
