# %% right: autograd.grad, and add_ under set_grad_enabled
def training_loop(n_epochs, lr, params, x, y):
    trained = params is not None and params.numel() > 0 and params.is_leaf and params.requires_grad
    if not trained:
        raise ValueError("params: a leaf that requires grad is needed")
    if lr <= 0 or lr != lr:
        raise ValueError("lr must be positive")
    steps = []
    while len(steps) < n_epochs:
        (g,) = torch.autograd.grad(((params[0] * x + params[1] - y) ** 2).mean(), params)
        with torch.set_grad_enabled(False):
            params.add_(g, alpha=-lr)
        steps.append([params[0].item(), params[1].item()])
    return steps


# %% right: zeroes at the start and after each update, edits a detached alias
def training_loop(n_epochs, lr, params, x, y):
    for name, fine in {
        "params": isinstance(params, torch.Tensor) and params.numel() and params.is_leaf and params.requires_grad,
        "lr": lr > 0,
    }.items():
        if not fine:
            raise ValueError(f"{name} is not usable")
    trajectory = []
    if params.grad is not None:
        params.grad.zero_()
    for _ in range(n_epochs):
        ((params[0] * x + params[1] - y).square().sum() / len(x)).backward()
        params.detach().sub_(lr * params.grad)
        params.grad.zero_()
        trajectory.append([float(v) for v in params.detach().numpy().copy()])
    return trajectory


# %% right: the update through params.data
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        params.data -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% right: requires_grad switched off for the update
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        grad = params.grad
        params.requires_grad_(False)
        params.sub_(grad, alpha=lr)
        params.requires_grad_(True)
        trajectory.append(params.tolist())
    return trajectory


# %% right: copy_ of the new numbers, one region for everything but the forward pass
@torch.no_grad()
def training_loop(n_epochs, lr, params, x, y):
    if params is None or not params.numel() or not params.is_leaf or not params.requires_grad:
        raise ValueError("`params` must be a non-empty leaf with requires_grad=True")
    if not lr > 0:
        raise ValueError("`lr` must be > 0")
    trajectory = []
    for _ in range(n_epochs):
        with torch.enable_grad():
            loss = mse(predict(params, x), y)
        params.grad = None
        loss.backward()
        params.copy_(params - lr * params.grad)
        trajectory.append([p.item() for p in params])
    return trajectory


# %% right: the update in inference mode
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.inference_mode():
            params -= lr * params.grad
        trajectory.append(params.detach().tolist())
    return trajectory


# %% right: capital letters in the errors
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("Params are needed")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("Params must be a leaf that requires grad")
    if not lr > 0:
        raise ValueError("LR is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: forgot to zero | visible | Forgot to zero
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: updated outside no_grad | visible | ran outside no_grad
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        loss = mse(predict(params, x), y)
        loss.backward()
        params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: rebuilt outside no_grad | visible | made params a non-leaf
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        if params.grad is not None:
            params.grad.zero_()
        loss = mse(predict(params, x), y)
        loss.backward()
        params = params - lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: rebuilt outside no_grad, zeroed without asking | visible | made params a non-leaf
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        params = params - lr * params.grad
        params.grad.zero_()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: rebuilt under no_grad | visible | lost requires_grad
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        if params.grad is not None:
            params.grad.zero_()
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params = params - lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: rebuilt under no_grad, and zeroed | visible | lost requires_grad
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params = params - lr * params.grad
            params.grad.zero_()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: rebuilt under no_grad and made a leaf again | visible | did not move
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params = (params - lr * params.grad).requires_grad_()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: rebuilt outside, with autograd.grad | visible | did not move
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        (g,) = torch.autograd.grad(loss, params)
        params = params - lr * g
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: zero_ on None | visible | called on None
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad.zero_()
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: zeroed between backward and update | visible | Nothing moves
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        params.grad.zero_()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: keeps the tensor instead of its numbers | visible | numbers of the last step
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.detach())
    return trajectory


# %% wrong: written down before the update | visible | one step late
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        loss = mse(predict(params, x), y)
        loss.backward()
        trajectory.append(params.tolist())
        with torch.no_grad():
            params -= lr * params.grad
    return trajectory


# %% wrong: zeroes after the update only | visible | before the backward pass
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
        params.grad.zero_()
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: no contract | visible | asks for a ValueError
def training_loop(n_epochs, lr, params, x, y):
    params.requires_grad
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        loss = mse(predict(params, x), y)
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: looks at the arguments after the first step | hidden | before you change anything
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0 or not params.is_leaf:
        raise ValueError("params")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        if not params.requires_grad:
            raise ValueError("params")
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        if not lr > 0:
            raise ValueError("lr")
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: another storage for the leaf | visible | storage
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        params.data = params.data - lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: one forward pass for all epochs | visible | forward pass
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    loss = mse(predict(params, x), y)
    for _ in range(n_epochs):
        params.grad = None
        loss.backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: one forward pass for all epochs, graph retained | visible | forward pass
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    loss = mse(predict(params, x), y)
    for _ in range(n_epochs):
        params.grad = None
        loss.backward(retain_graph=True)
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: the whole loop under no_grad | visible | forward pass
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    with torch.no_grad():
        for _ in range(n_epochs):
            params.grad = None
            loss = mse(predict(params, x), y)
            loss.backward()
            params -= lr * params.grad
            trajectory.append(params.tolist())
    return trajectory


# %% wrong: uphill | visible | climbs
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params += lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: a list of tensors | visible | two Python floats
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.detach().clone())
    return trajectory


# %% wrong: lists of 0-d tensors | visible | two Python floats
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append([params[0], params[1]])
    return trajectory


# %% wrong: only lr <= 0 is refused, and nan goes on | hidden | not positive
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if lr <= 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: assert instead of ValueError | visible | ValueError of your own
def training_loop(n_epochs, lr, params, x, y):
    assert params is not None and params.numel() and params.is_leaf and params.requires_grad, "params"
    assert lr > 0, "lr"
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: requires_grad_ given to what has none | hidden | does not require grad
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if params.is_leaf:
        params.requires_grad_()
    else:
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for _ in range(n_epochs):
        params.grad = None
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% wrong: zeroes in every epoch but the first | visible | added to what was in params.grad
def training_loop(n_epochs, lr, params, x, y):
    if params is None or params.numel() == 0:
        raise ValueError("no params")
    if not (params.is_leaf and params.requires_grad):
        raise ValueError("params is no trainable leaf")
    if not lr > 0:
        raise ValueError("lr is not positive")
    trajectory = []
    for epoch in range(n_epochs):
        if epoch > 0:
            params.grad.zero_()
        mse(predict(params, x), y).backward()
        with torch.no_grad():
            params -= lr * params.grad
        trajectory.append(params.tolist())
    return trajectory


# %% lazy: refuses everything | visible
def training_loop(n_epochs, lr, params, x, y):
    raise ValueError("params or lr")


# %% lazy: right numbers from the formula, nothing trained | visible | did not move
def training_loop(n_epochs, lr, params, x, y):
    w, b = params.tolist()
    steps = []
    for _ in range(n_epochs):
        r = w * x + b - y
        w, b = w - lr * 2 * (r * x).mean().item(), b - lr * 2 * r.mean().item()
        steps.append([w, b])
    return steps


# %% lazy: takes it from the course | visible
def training_loop(n_epochs, lr, params, x, y):
    from course.checks import training_loop as borrowed

    return borrowed(n_epochs, lr, params, x, y)
