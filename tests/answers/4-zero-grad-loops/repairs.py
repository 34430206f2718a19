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


# %% right: lines moved, as little as possible
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
        if params.grad is not None:
            params.grad.zero_()
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
        losses.append(loss.item())
    return losses


def fixed_b(n_epochs, lr, params, x, y):
    optimizer = torch.optim.SGD([params], lr=lr)
    losses = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    params = params.detach().clone().requires_grad_()
    optimizer = torch.optim.SGD([params], lr=lr)
    losses = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% right: a deep copy without its gradient
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
    import copy

    own = copy.deepcopy(params)
    own.grad = None
    return fixed_b(n_epochs, lr, own, x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% right: numbers and gradient are put back
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
    before, grad = params.detach().clone(), params.grad
    params.grad = None
    losses = fixed_b(n_epochs, lr, params, x, y)
    with torch.no_grad():
        params.copy_(before)
    params.grad = grad
    return losses


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


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


# %% wrong: loop_e as it was | visible | The intercept is never trained
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


# %% wrong: momentum as an average of gradients | visible | average of the gradients
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
    velocity, losses = 0.0, []
    for _ in range(n_epochs):
        params.grad = None
        loss = mse(predict(params, x), y)
        loss.backward()
        velocity = 0.8 * velocity + 0.2 * params.grad
        with torch.no_grad():
            params -= lr * velocity
        losses.append(loss.item())
    return losses


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_e with detach for item | visible | the intercept
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
    optimizer = torch.optim.SGD([params], lr=lr)
    losses = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        prediction = params[0] * x + params[1].detach()
        loss = mse(prediction, y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


# %% wrong: loop_b only loses its zeroing | visible | it is needed
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
    optimizer = torch.optim.SGD([params], lr=lr)
    losses = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_b zeroes after the step only | hidden | old gradient
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
    optimizer = torch.optim.SGD([params], lr=lr)
    losses = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_d clones with a history, and retains | visible | leads back
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
    copy = params.clone()
    losses = []
    for _ in range(n_epochs):
        copy.retain_grad()
        loss = mse(predict(copy, x), y)
        loss.backward()
        with torch.no_grad():
            copy -= lr * copy.grad
        copy.grad = None
        losses.append(loss.item())
    return losses


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: loop_d forgets requires_grad_ | visible | does not require grad
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
    params = params.detach().clone()
    optimizer = torch.optim.SGD([params], lr=lr)
    losses = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


# %% wrong: the losses after each update | visible | after the updates
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
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        losses.append(mse(predict(params, x), y).item())
    return losses


def fixed_b(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


def fixed_c(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y, 0.8)


def fixed_d(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params.detach().clone().requires_grad_(), x, y)


def fixed_e(n_epochs, lr, params, x, y):
    return train(n_epochs, lr, params, x, y)


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
