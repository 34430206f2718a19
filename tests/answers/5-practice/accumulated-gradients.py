# %% right: old gradients put aside and back
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(x.shape[0] for x, _ in parts)
    if not rows:
        raise ValueError("no rows")
    old = [p.grad for p in params]
    try:
        for p in params:
            p.grad = torch.zeros_like(p)
        for x, y in parts:
            if x.shape[0]:
                (loss_fn(x, y) * x.shape[0] / rows).backward()
        return [p.grad for p in params]
    finally:
        for p, grad in zip(params, old):
            p.grad = grad

# %% right: sums of rows times gradient, divided in the end
def accumulated_gradients(loss_fn, params, parts):
    full = [(x, y) for x, y in parts if len(x) > 0]
    if not full:
        raise ValueError("there are no rows")
    sums = None
    for x, y in full:
        loss = loss_fn(x, y) * len(x)
        grads = torch.autograd.grad(loss, params, allow_unused=True, materialize_grads=True)
        sums = grads if sums is None else [a + b for a, b in zip(sums, grads)]
    return [s / sum(len(x) for x, _ in full) for s in sums]

# %% wrong: divided by the number of parts | visible | single row of the last part
def accumulated_gradients(loss_fn, params, parts):
    if sum(len(x) for x, _ in parts) == 0:
        raise ValueError("no rows")
    sums = [torch.zeros_like(p) for p in params]
    for x, y in parts:
        if len(x):
            for s, g in zip(sums, torch.autograd.grad(loss_fn(x, y) / len(parts), params, allow_unused=True)):
                if g is not None:
                    s += g
    return sums

# %% wrong: not scaled | visible | nothing was scaled
def accumulated_gradients(loss_fn, params, parts):
    if sum(len(x) for x, _ in parts) == 0:
        raise ValueError("no rows")
    sums = [torch.zeros_like(p) for p in params]
    for x, y in parts:
        if len(x):
            for s, g in zip(sums, torch.autograd.grad(loss_fn(x, y), params, allow_unused=True)):
                if g is not None:
                    s += g
    return sums

# %% wrong: the dirty gradient is in it | visible | adds to what it finds
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    for x, y in parts:
        if len(x):
            (loss_fn(x, y) * len(x) / rows).backward()
    return [torch.zeros_like(p) if p.grad is None else p.grad.clone() for p in params]

# %% wrong: clears and leaves the new gradients behind | visible | another object
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    for p in params:
        p.grad = None
    for x, y in parts:
        if len(x):
            (loss_fn(x, y) * len(x) / rows).backward()
    return [torch.zeros_like(p) if p.grad is None else p.grad for p in params]

# %% wrong: a copy of the old gradient is put back | visible | another object
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    old = [None if p.grad is None else p.grad.clone() for p in params]
    for p in params:
        p.grad = torch.zeros_like(p)
    for x, y in parts:
        if len(x):
            (loss_fn(x, y) * len(x) / rows).backward()
    result = [p.grad for p in params]
    for p, grad in zip(params, old):
        p.grad = grad
    return result

# %% wrong: zeroes the old gradient in place, then restores | visible | added to or cleared
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    old = [p.grad for p in params]
    for p in params:
        if p.grad is not None:
            p.grad.zero_()
    for x, y in parts:
        if len(x):
            (loss_fn(x, y) * len(x) / rows).backward()
    result = [torch.zeros_like(p) if p.grad is None else p.grad.clone() for p in params]
    for p, grad in zip(params, old):
        p.grad = grad
    return result

# %% wrong: loss_fn is given an empty part | visible | pass over
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    sums = [torch.zeros_like(p) for p in params]
    for x, y in parts:
        for s, g in zip(sums, torch.autograd.grad(loss_fn(x, y) * len(x) / rows, params, allow_unused=True)):
            if g is not None:
                s += g
    return sums

# %% wrong: refuses an idle parameter | visible | the idle parameter
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    sums = [0] * len(params)
    for x, y in parts:
        if len(x):
            grads = torch.autograd.grad(loss_fn(x, y) * len(x) / rows, params, allow_unused=True)
            sums = [g if s is None or type(s) is int else s + g for s, g in zip(sums, grads)]
    return sums

# %% wrong: one pass for all parts | hidden | all graphs are alive
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    loss = sum(loss_fn(x, y) * (len(x) / rows) for x, y in parts if len(x))
    return list(torch.autograd.grad(loss, params, allow_unused=True, materialize_grads=True))

# %% wrong: the whole batch at once | visible | the rows that loss_fn was given
def accumulated_gradients(loss_fn, params, parts):
    if sum(len(x) for x, _ in parts) == 0:
        raise ValueError("no rows")
    x, y = (torch.cat(tensors) for tensors in zip(*parts))
    return list(torch.autograd.grad(loss_fn(x, y), params, allow_unused=True, materialize_grads=True))

# %% wrong: no error for no rows | visible | should raise ValueError
def accumulated_gradients(loss_fn, params, parts):
    rows = max(1, sum(len(x) for x, _ in parts))
    sums = [torch.zeros_like(p) for p in params]
    for x, y in parts:
        if len(x):
            for s, g in zip(sums, torch.autograd.grad(loss_fn(x, y) * len(x) / rows, params, allow_unused=True)):
                if g is not None:
                    s += g
    return sums

# %% wrong: freezes the idle parameter on the way | hidden | no longer require grad
def accumulated_gradients(loss_fn, params, parts):
    rows = sum(len(x) for x, _ in parts)
    if rows == 0:
        raise ValueError("no rows")
    sums = [torch.zeros_like(p) for p in params]
    for x, y in parts:
        if len(x):
            grads = torch.autograd.grad(loss_fn(x, y) * len(x) / rows, params, allow_unused=True)
            for s, g in zip(sums, grads):
                if g is not None:
                    s += g
    for p, s in zip(params, sums):
        if not s.any():
            p.requires_grad_(False)
    return sums

# %% lazy: the first part | visible
def accumulated_gradients(loss_fn, params, parts):
    if not parts:
        raise ValueError("no parts")
    return list(torch.autograd.grad(loss_fn(*parts[0]), params, allow_unused=True))
