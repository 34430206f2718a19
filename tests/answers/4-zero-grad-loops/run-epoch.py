# %% right: recursion into one batch, zero in the end as well
def run_epoch(loss_fn, batches, optimizer=None):
    if len(batches) == 0:
        raise ValueError("no batch")

    @torch.set_grad_enabled(optimizer is not None)
    def one(x, y):
        loss = loss_fn(x, y)
        if optimizer:
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
        return float(loss.detach()) * x.shape[0]

    return sum([one(x, y) for x, y in batches]) / sum(len(x) for x, _ in batches)


# %% right: two regions, and the mode put back by hand
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    before = torch.is_grad_enabled()
    losses, weights = [], []
    try:
        torch.set_grad_enabled(bool(optimizer))
        for x, y in batches:
            if optimizer:
                optimizer.zero_grad()
            loss = loss_fn(x, y)
            if optimizer:
                loss.backward()
                optimizer.step()
            losses.append(loss.item())
            weights.append(len(x))
    finally:
        torch.set_grad_enabled(before)
    return sum(a * b for a, b in zip(losses, weights)) / sum(weights)


# %% right: inference mode for validation
def run_epoch(loss_fn, batches, optimizer=None):
    rows = sum(len(x) for x, _ in batches)
    if rows == 0:
        raise ValueError("no rows")
    total = 0.0
    for x, y in batches:
        if optimizer is None:
            with torch.inference_mode():
                total += loss_fn(x, y).item() * len(x)
            continue
        with torch.enable_grad():
            optimizer.zero_grad()
            loss = loss_fn(x, y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(x)
    return total / rows


# %% right: a list of losses, weighted at the end
def run_epoch(loss_fn, batches, optimizer=None):
    if len(batches) < 1:
        raise ValueError
    mode = torch.enable_grad if optimizer is not None else torch.no_grad
    with mode():
        losses = []
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            losses.append(loss.detach())
    weights = torch.tensor([float(x.size(0)) for x, _ in batches], dtype=torch.float64)
    return (torch.stack(losses).double() @ weights / weights.sum()).item()


# %% wrong: the mean of the means | visible | mean of the two batch means
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item()
            rows += 1
    return total / rows


# %% wrong: the sum of the means | visible | sum of the two batch means
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item()
            rows += len(x)
    return total


# %% wrong: validation is tracked | visible | no graph should be built
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    with torch.enable_grad():
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: the switch is never taken back | visible | holds until somebody switches back
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    torch.set_grad_enabled(optimizer is not None)
    if True:
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: put back, but not after an error | hidden | not restored
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(optimizer is not None)
    if True:
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    torch.set_grad_enabled(before)
    return total / rows


# %% wrong: forgot to zero | visible | Zero, backward, step
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: zeroes between backward and step | visible | Zero, backward, step
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                loss.backward()
                optimizer.zero_grad()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: one step for the whole epoch | visible | for every batch
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    if optimizer is not None:
        optimizer.zero_grad()
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                loss.backward()
            total += loss.item() * len(x)
            rows += len(x)
    if optimizer is not None:
        optimizer.step()
    return total / rows


# %% wrong: no_grad for validation, the caller's mode for training | hidden | whatever the caller's mode
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    import contextlib

    with contextlib.nullcontext() if optimizer else torch.no_grad():
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: clears gradients in validation, too | visible | no business with gradients
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    for cell in getattr(loss_fn, '__closure__', None) or ():
        pass
    p = loss_fn.__globals__.get('p')
    if p is not None and p.is_leaf:
        p.grad = None
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: returns a tensor | visible | run_epoch
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("empty")
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.detach() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: no batch is a division by zero | hidden | no mean
def run_epoch(loss_fn, batches, optimizer=None):
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: the loss is tracked and detached afterwards | visible | no graph should be built
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("no batch")
    total, rows = 0.0, 0
    for x, y in batches:
        with torch.enable_grad():
            loss = loss_fn(x, y)
        if optimizer is None:
            loss = loss.detach()
        else:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item() * len(x)
        rows += len(x)
    return total / rows


# %% wrong: the losses after the steps | visible | after the steps
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("no batch")
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            if optimizer is not None:
                optimizer.zero_grad()
                loss_fn(x, y).backward()
                optimizer.step()
            total += loss_fn(x, y).item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: zeroes after the step only | visible | Zero, backward, step
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("no batch")
    total, rows = 0.0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
            total += loss.item() * len(x)
            rows += len(x)
    return total / rows


# %% wrong: grad mode is set back to True | hidden | not restored
def run_epoch(loss_fn, batches, optimizer=None):
    if not batches:
        raise ValueError("no batch")
    torch.set_grad_enabled(optimizer is not None)
    total, rows = 0.0, 0
    try:
        for x, y in batches:
            loss = loss_fn(x, y)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total += loss.item() * len(x)
            rows += len(x)
    finally:
        torch.set_grad_enabled(True)
    return total / rows


# %% lazy: knows the visible numbers | hidden
def run_epoch(loss_fn, batches, optimizer=None):
    if optimizer is None:
        with torch.no_grad():
            for x, y in batches:
                loss_fn(x, y)
        return 7.0
    with torch.no_grad():
        optimizer.param_groups[0]["params"][0].fill_(1.75)
    return 6.8125


# %% lazy: nothing at all | visible
def run_epoch(loss_fn, batches, optimizer=None):
    return 0.0
