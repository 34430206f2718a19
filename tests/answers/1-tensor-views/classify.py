# %% right: a loop that stops as soon as both kinds were seen
def classify(op, samples):
    seen = set()
    for x, *arguments in samples:
        result = op(x, *arguments)
        seen.add(result is x or shares_memory(x, result))
        if len(seen) == 2:
            return "ambiguous"
    if not seen:
        raise ValueError("nothing to observe")
    return "view" if seen.pop() else "copy"

# %% right: counting
def classify(op, samples):
    if len(samples) < 1:
        raise ValueError("give me samples")
    shared = sum(shares_memory(op(*sample), sample[0]) for sample in samples)
    return {len(samples): "view", 0: "copy"}.get(shared, "ambiguous")

# %% right: through NumPy, without shares_memory
def classify(op, samples):
    labels = []
    for sample in samples:
        result = op(*sample)
        labels.append(np.shares_memory(result.detach().numpy(), sample[0].detach().numpy()))
    if labels == []:
        raise ValueError("no samples")
    if min(labels) == max(labels):
        return ["copy", "view"][int(labels[0])]
    return "ambiguous"

# %% wrong: decides from the first sample | visible | From one contiguous input
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    return "view" if shares_memory(op(*samples[0]), samples[0][0]) else "copy"

# %% wrong: the last sample decides | visible | Every sample has a say
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    for sample in samples:
        label = "view" if shares_memory(op(*sample), sample[0]) else "copy"
    return label

# %% wrong: one shared sample makes a view | visible | should be 'ambiguous'
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    return "view" if any(shares_memory(op(*s), s[0]) for s in samples) else "copy"

# %% wrong: asks where the result starts | visible | may start later
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    seen = {op(*s).data_ptr() == s[0].data_ptr() for s in samples}
    return "ambiguous" if len(seen) == 2 else "view" if seen.pop() else "copy"

# %% wrong: asks whether autograd recorded a view | visible | very same object counts as view
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    seen = {op(*s)._is_view() for s in samples}
    return "ambiguous" if len(seen) == 2 else "view" if seen.pop() else "copy"

# %% wrong: the same object is not a view | visible | very same object counts as view
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    seen = set()
    for s in samples:
        result = op(*s)
        seen.add(result is not s[0] and shares_memory(result, s[0]))
    return "ambiguous" if len(seen) == 2 else "view" if seen.pop() else "copy"

# %% wrong: drops the arguments after the tensor | visible | raised
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    seen = {shares_memory(op(s[0]), s[0]) for s in samples}
    return "ambiguous" if len(seen) == 2 else "view" if seen.pop() else "copy"

# %% wrong: no samples count as copy | visible | should raise ValueError
def classify(op, samples):
    seen = {shares_memory(op(*s), s[0]) for s in samples}
    return "ambiguous" if len(seen) == 2 else "view" if seen == {True} else "copy"

# %% wrong: leaves a mark in the samples | hidden | leaves its samples as they are
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    seen = set()
    for s in samples:
        result = op(*s)
        seen.add(shares_memory(result, s[0]))
        if s[0].is_floating_point() and s[0].numel() > 20 and 0 not in s[0].stride():
            s[0].detach().add_(1)
    return "ambiguous" if len(seen) == 2 else "view" if seen.pop() else "copy"

# %% lazy: ambiguous is never quite wrong | visible
def classify(op, samples):
    return "ambiguous"

# %% lazy: knows the visible operations by name | hidden
def classify(op, samples):
    if not samples:
        raise ValueError("no samples")
    name = getattr(op, "__name__", "")
    labels = {"t": "view", "contiguous": "view", "clone": "copy", "reshape": "ambiguous"}
    if name in labels and len(samples) < 3:
        return labels[name]
    if name == "to" and len(samples) < 3:
        return "ambiguous"
    first = shares_memory(op(*samples[0]), samples[0][0])
    last = shares_memory(op(*samples[-1]), samples[-1][0])
    quarter = shares_memory(op(*samples[len(samples) // 2]), samples[len(samples) // 2][0])
    return "ambiguous" if len({first, last, quarter}) == 2 else "view" if first else "copy"

# %% lazy: takes it from the course | visible
def classify(op, samples):
    from course.opbank import classify as borrowed

    return borrowed(op, samples)
