# %% right: with zeros instead of None
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        optimizer.zero_grad(set_to_none=False)
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% right: a closure that step calls
def optimizer_loop(n_epochs, optimizer, params, x, y):
    def closure():
        optimizer.zero_grad()
        loss = torch.mean((x * params[0] + params[1] - y) ** 2)
        loss.backward()
        return loss

    steps = []
    for _ in range(n_epochs):
        optimizer.step(closure)
        steps.append([float(v) for v in params.detach()])
    return steps


# %% right: zero before the loop and after each step
def optimizer_loop(n_epochs, optimizer, params, x, y):
    optimizer.zero_grad()
    trajectory = []
    for _ in range(n_epochs):
        torch.nn.functional.mse_loss(predict(params, x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
        trajectory.append(params.tolist())
    return trajectory


# %% right: clears by hand what the groups hold
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        for group in optimizer.param_groups:
            for p in group["params"]:
                p.grad = None
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            trajectory.append([float(params[0]), float(params[1])])
    return trajectory


# %% wrong: forgot to zero | visible | Forgot to zero
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: zeroed between backward and step | visible | stands between backward() and step()
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: step before backward | visible | One step late
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        optimizer.step()
        optimizer.zero_grad()
        loss = mse(predict(params, x), y)
        loss.backward()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: a new optimizer in every epoch | visible | forgets it
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        optimizer = type(optimizer)([params], **{k: v for k, v in optimizer.defaults.items() if k in ('lr', 'momentum', 'weight_decay')})
        optimizer.zero_grad()
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: the optimizer's step written by hand | visible | leave the update to it
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= optimizer.param_groups[0]['lr'] * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: zeroes params alone | hidden | all that the optimizer holds
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: zeroes after the step only | hidden | first epoch
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: trains a copy | visible | computed from another tensor
def optimizer_loop(n_epochs, optimizer, params, x, y):
    params = params.detach().clone().requires_grad_()
    trajectory = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        mse(predict(params, x), y).backward()
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: one forward pass for all epochs | visible | forward pass
def optimizer_loop(n_epochs, optimizer, params, x, y):
    loss = mse(predict(params, x), y)
    trajectory = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: one forward pass, graph retained | visible | forward pass
def optimizer_loop(n_epochs, optimizer, params, x, y):
    loss = mse(predict(params, x), y)
    trajectory = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: the tensor again and again | visible | write down its numbers
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    for _ in range(n_epochs):
        optimizer.zero_grad()
        mse(predict(params, x), y).backward()
        optimizer.step()
        trajectory.append(params)
    return trajectory


# %% wrong: the whole loop under no_grad | visible | step() needs no region
def optimizer_loop(n_epochs, optimizer, params, x, y):
    trajectory = []
    with torch.no_grad():
        for _ in range(n_epochs):
            optimizer.zero_grad()
            mse(predict(params, x), y).backward()
            optimizer.step()
            trajectory.append(params.tolist())
    return trajectory


# %% wrong: an optimizer of its own for each call | hidden | carries over
def optimizer_loop(n_epochs, optimizer, params, x, y):
    g = optimizer.param_groups[0]
    own = type(optimizer)([params], **{k: g[k] for k in ("lr", "momentum", "weight_decay") if k in g})
    trajectory = []
    for _ in range(n_epochs):
        own.zero_grad()
        mse(predict(params, x), y).backward()
        own.step()
        trajectory.append(params.tolist())
    return trajectory


# %% lazy: SGD by formula | hidden
def optimizer_loop(n_epochs, optimizer, params, x, y):
    group = optimizer.param_groups[0]
    p, v, steps = params.detach().clone(), 0.0, []
    for _ in range(n_epochs):
        r = p[0] * x + p[1] - y
        g = torch.stack([2 * (r * x).mean(), 2 * r.mean()]) + group["weight_decay"] * p
        v = group.get("momentum", 0) * v + g
        p = p - group["lr"] * v
        steps.append(p.tolist())
    return steps


# %% lazy: returns the start | visible
def optimizer_loop(n_epochs, optimizer, params, x, y):
    return [params.tolist()] * n_epochs
