# %% right: one helper for all five
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% right: by hand, with velocities
def descend(n_epochs, lr, p, x, y, keep=0.0):
    velocity, losses = torch.zeros_like(p), []
    for _ in range(n_epochs):
        loss = ((p[0] * x + p[1] - y) ** 2).mean()
        (g,) = torch.autograd.grad(loss, p)
        velocity = keep * velocity + g
        with torch.no_grad():
            p.sub_(lr * velocity)
        losses.append(float(loss.detach()))
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return descend(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return descend(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return descend(n_epochs, lr, params, x, y, keep=0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return descend(n_epochs, lr, torch.tensor(params.tolist(), dtype=params.dtype, requires_grad=True), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return descend(n_epochs, lr, params, x, y)


# %% wrong: loop_a as it was | visible | zero them
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return loop_a(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_b as it was | visible | Still flat
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return loop_b(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_c as it was | visible | nothing to remember
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return loop_c(n_epochs, lr, params, x, y)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_d as it was | visible | built before the copy
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return loop_d(n_epochs, lr, params, x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_e as it was | visible | item() gives a number
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return loop_e(n_epochs, lr, params, x, y)


# %% wrong: loop_a zeroes after the update only | hidden | without old gradients
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    losses = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
            params.grad.zero_()
        losses.append(loss.item())
    return losses


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_d trains the caller's numbers through detach | visible | detach() alone shares
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_d trains the caller's tensor | visible | The caller's numbers were trained
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_d clears the caller's gradient | hidden | gradient alone
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    params.grad = None
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_d copies with a history | visible
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.clone(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_c with another momentum | visible | the losses of fixed_c
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.9)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_e trains a copy | visible | did not move
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


# %% lazy: the broken ones | visible
def fixed_a(n_epochs, lr, params, x, y):
    return loop_a(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return loop_b(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return loop_c(n_epochs, lr, params, x, y)


def fixed_d(n_epochs, lr, params, x, y):
    return loop_d(n_epochs, lr, params, x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return loop_e(n_epochs, lr, params, x, y)


# %% lazy: all do the same | visible
def train(n_epochs, lr, params, x, y, momentum=0.0):
    optimizer, losses = torch.optim.SGD([params], lr=lr, momentum=momentum), []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(params[0] * x + params[1], y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_a(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)

