# %% right: means with the share of the targets, empty parts skipped
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    valid = targets.ne(-100)
    n = valid.sum().item()
    if n == 0:
        raise ValueError("no target counts")
    if sum(sizes) != len(targets):
        raise ValueError("sizes do not fit")
    for p in params:
        p.grad = None
    total = 0.0
    for a, t, v in zip(x.split(sizes), targets.split(sizes), valid.split(sizes)):
        if not v.any():
            continue
        share = v.sum().item() / n
        loss = nn.functional.cross_entropy(logits_fn(a), t)
        (share * loss).backward()
        total += share * loss.item()
    return total


# %% right: only the rows that count go through the model
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    n = len(targets[targets != -100])
    if sum(sizes) != len(x) or not n:
        raise ValueError("cannot average")
    for p in params:
        p.grad = torch.zeros_like(p)
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        rows = t != -100
        log_p = torch.log_softmax(logits_fn(a[rows]), 1)
        loss = -log_p[range(len(log_p)), t[rows]].sum() / n
        loss.backward()
        total += loss.item()
    return total


# %% right: empty parts left out
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    for a, t in zip(torch.split(x, sizes), torch.split(targets, sizes)):
        n = (t != -100).sum().item()
        if n == 0:
            continue
        loss = nn.functional.cross_entropy(logits_fn(a), t) * n / counted
        loss.backward()
        total += loss.item()
    return total


# %% right: log_softmax and gather
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    for a, t in zip(x.split(sizes), targets.split(sizes)):
        keep = t != -100
        logp = logits_fn(a).log_softmax(-1)
        loss = -logp[keep, t[keep]].sum() / counted
        loss.backward()
        total += loss.item()
    return total


# %% right: nan of the loss replaced, as its gradient is zero anyway
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    for a, t in zip(x.split(sizes), targets.split(sizes)):
        n = int((t != -100).sum())
        loss = nn.functional.cross_entropy(logits_fn(a), t) * n / counted
        loss.backward()
        total += torch.nan_to_num(loss).item()
    return total


# %% wrong: weighted by rows | visible | weighted by their rows
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("sizes or targets")
    for p in params:
        p.grad = None
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t) * (len(a) / len(x))
        loss.backward()
        total += loss.item()
    return total


# %% wrong: divided by the number of parts | visible | share of the targets
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("sizes or targets")
    for p in params:
        p.grad = None
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t) / len(sizes)
        loss.backward()
        total += loss.item()
    return total


# %% wrong: share of the targets, nan for an empty part | visible | nan times 0 is nan
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("sizes or targets")
    for p in params:
        p.grad = None
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t) * (int((t != -100).sum()) / counted)
        loss.backward()
        total += loss.item()
    return total


# %% wrong: the old gradient stays | visible | there before
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("sizes or targets")
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / counted
        loss.backward()
        total += loss.item()
    return total


# %% wrong: ignored targets count as class 0 | visible | weight.grad
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("sizes or targets")
    for p in params:
        p.grad = None
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t.clamp(min=0), reduction="sum") / len(x)
        loss.backward()
        total += loss.item()
    return total


# %% wrong: no refusal | hidden | without any target
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x):
        raise ValueError("sizes or targets")
    for p in params:
        p.grad = None
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / max(counted, 1)
        loss.backward()
        total += loss.item()
    return total


# %% wrong: the whole batch at once | hidden | does not fit into memory
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    if sum(sizes) != len(x) or bool((targets == -100).all()):
        raise ValueError("no")
    for p in params:
        p.grad = None
    loss = nn.functional.cross_entropy(logits_fn(x), targets)
    loss.backward()
    return loss.item()


# %% wrong: clears before it looks | hidden | before the arguments were looked at
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    for p in params:
        p.grad = None
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("sizes or targets")
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / counted
        loss.backward()
        total += loss.item()
    return total


# %% wrong: one backward for all parts | hidden | alive together
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    loss = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = loss + nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / counted
    loss.backward()
    return loss.item()


# %% wrong: chunks as many as there are sizes | hidden | size that was asked for
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    for a, t in zip(x.chunk(len(sizes)), targets.chunk(len(sizes))):
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / counted
        loss.backward()
        total += loss.item()
    return total


# %% wrong: sums divided by all rows | visible | divided by all rows
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / len(x)
        loss.backward()
        total += loss.item()
    return total


# %% wrong: plain sum of the means | visible | nothing was scaled
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    for a, t in zip(x.split(sizes), targets.split(sizes)):
        if (t != -100).any():
            loss = nn.functional.cross_entropy(logits_fn(a), t)
            loss.backward()
            total += loss.item()
    return total


# %% wrong: no target gives 0 | hidden | no mean
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    if sum(sizes) != len(x):
        raise ValueError("sizes")
    for p in params:
        p.grad = None
    counted = max(1, int((targets != -100).sum()))
    total = 0.0
    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / counted
        loss.backward()
        total += loss.item()
    return total


# %% wrong: too few sizes slip through | hidden | add up
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if counted == 0 or sum(sizes) > len(x):
        raise ValueError("no")
    for p in params:
        p.grad = None
    total, start = 0.0, 0
    for n in sizes:
        a, t = x[start : start + n], targets[start : start + n]
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / counted
        loss.backward()
        total += loss.item()
        start += n
    return total


# %% wrong: the loss as a tensor | visible | Python float
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    counted = int((targets != -100).sum())
    if sum(sizes) != len(x) or counted == 0:
        raise ValueError("no")
    for p in params:
        p.grad = None
    total = 0.0

    for a, t in zip(x.split(sizes), targets.split(sizes)):
        loss = nn.functional.cross_entropy(logits_fn(a), t, reduction="sum") / counted
        loss.backward()
        total += loss.detach()
    return total


# %% lazy: zeros | visible
def accumulate_tokens(logits_fn, params, x, targets, sizes):
    for p in params:
        p.grad = torch.zeros_like(p)
    return 0.0
