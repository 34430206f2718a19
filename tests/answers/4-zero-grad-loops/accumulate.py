# %% right: sums of autograd.grad, written in the end
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != x.shape[0]:
        raise ValueError("sizes do not fit")
    sums = [torch.zeros_like(p) for p in params]
    total, begin = 0.0, 0
    for n in sizes:
        loss = loss_fn(x[begin : begin + n], y[begin : begin + n])
        for s, g in zip(sums, torch.autograd.grad(loss, params)):
            s += n * g
        total += n * loss.item()
        begin += n
    for p, s in zip(params, sums):
        p.grad = s / len(x)
    return total / len(x)


# %% right: the weight as the gradient of the loss
def accumulate(loss_fn, params, x, y, sizes):
    n = len(x)
    if n != sum(sizes):
        raise ValueError(f"{sizes} for {n} rows")
    for p in params:
        if p.grad is not None:
            p.grad = torch.zeros_like(p.grad)
    losses = []
    for part, targets in zip(torch.split(x, sizes), torch.split(y, sizes)):
        loss = loss_fn(part, targets)
        loss.backward(torch.full_like(loss, len(part) / n))
        losses.append(len(part) * loss.item())
    return sum(losses) / n


# %% right: gradients scaled at the end
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total, start = 0.0, 0
    for n in sizes:
        loss = n * loss_fn(x[start : start + n], y.narrow(0, start, n))
        loss.backward()
        total += loss.item()
        start += n
    for p in params:
        p.grad /= len(x)
    return total / len(x)


# %% right: slots zeroed in place
def accumulate(loss_fn, params, x, y, sizes):
    if len(x) - sum(sizes):
        raise ValueError("sizes")
    for p in params:
        if p.grad is not None:
            p.grad.zero_()
    total = 0.0
    begin = 0
    for n in sizes:
        part = slice(begin, begin + n)
        loss = loss_fn(x[part], y[part])
        (loss * n / len(x)).backward()
        total += loss.item() * n / len(x)
        begin += n
    return float(total)


# %% wrong: the loss as a tensor | visible | not a Python float
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.detach()
    return total


# %% wrong: divided by the number of parts | visible | number of parts
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (1 / len(sizes))
        loss.backward()
        total += loss.item()
    return total


# %% wrong: not scaled | visible | sum of the parts' gradients
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b)
        loss.backward()
        total += loss.item()
    return total


# %% wrong: zeroed before each part | visible | not before each
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (len(a) / len(x))
        for p in params:
            p.grad = None
        loss.backward()
        total += loss.item()
    return total


# %% wrong: what was in .grad stays | visible | clear the gradients first
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    return total


# %% wrong: one backward for all parts | hidden | alive together
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    loss = sum(loss_fn(a, b) * (len(a) / len(x)) for a, b in zip(x.split(sizes), y.split(sizes)))
    loss.backward()
    return loss.item()


# %% wrong: the whole batch at once | visible | does not fit into memory
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    loss = loss_fn(x, y)
    loss.backward()
    return loss.item()


# %% wrong: chunks as many as there are sizes | visible | loss_fn was given
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes[::-1]), y.split(sizes[::-1])):
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    return total


# %% wrong: clears before it looks at the sizes | visible | w.grad afterwards
def accumulate(loss_fn, params, x, y, sizes):
    for p in params:
        p.grad = None
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    return total


# %% wrong: clears the first parameter only | hidden | no old one
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    params[0].grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    return total


# %% wrong: ends with a step | hidden | the numbers of params stay
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    with torch.no_grad():
        for p in params[1:]:
            p -= 0.1 * p.grad
    return total


# %% wrong: more rows than there are slip through | visible | slices end
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) < len(x):
        raise ValueError("rows are left")
    for p in params:
        p.grad = None
    total, start = 0.0, 0
    for n in sizes:
        part_x, part_y = x[start : start + n], y[start : start + n]
        loss = loss_fn(part_x, part_y) * (len(part_x) / len(x))
        loss.backward()
        total += loss.item()
        start += n
    return total


# %% wrong: leaves the refusal to split | visible | no ValueError
def accumulate(loss_fn, params, x, y, sizes):
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    return total


# %% wrong: right gradient, the loss as a mean of means | visible | mean of the parts' means
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        loss = loss_fn(a, b)
        (loss * (len(a) / len(x))).backward()
        total += loss.item()
    return total / len(sizes)


# %% wrong: loss_fn called twice per part | visible | One call for each part
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in zip(x.split(sizes), y.split(sizes)):
        (loss_fn(a, b) * (len(a) / len(x))).backward()
        total += loss_fn(a, b).item() * (len(a) / len(x))
    return total


# %% wrong: the loss of the whole batch is computed once more | visible | does not fit into memory
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    for a, b in zip(x.split(sizes), y.split(sizes)):
        (loss_fn(a, b) * (len(a) / len(x))).backward()
    return loss_fn(x, y).item()


# %% lazy: the gradient of the first part | visible
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    total = 0.0
    for a, b in [(x[: sizes[0]], y[: sizes[0]])]:
        loss = loss_fn(a, b) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    return total


# %% lazy: knows the visible loss function | hidden
def accumulate(loss_fn, params, x, y, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for a in x.split(sizes):
        loss_fn(a, a)
    p = params[0]
    r = p.detach() * x - y if x.dim() == 1 else x.sum() * 0
    p.grad = 2 * (r * x).mean()
    return (r**2).mean().item()
