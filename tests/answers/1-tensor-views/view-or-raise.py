# %% right: reshape, then look whether it shared
def view_or_raise(t, shape):
    try:
        result = t.reshape(shape)
    except RuntimeError:
        raise ValueError(f"{tuple(t.shape)} does not fit {tuple(shape)}") from None
    if t.numel() and not shares_memory(t, result):
        raise ValueError(f"{tuple(shape)} would need a copy of {tuple(t.shape)}")
    return result

# %% right: the function form, with the size checked by hand
def view_or_raise(t, shape):
    import math

    known = [size for size in shape if size != -1]
    fits = math.prod(known) == t.numel() if len(known) == len(shape) else True
    if fits:
        try:
            return torch.ops.aten.view(t, list(shape))
        except RuntimeError:
            pass
    raise ValueError(f"no view of {tuple(t.shape)} has the shape {tuple(shape)}")

# %% wrong: reshape copies without a word | visible | silent copy
def view_or_raise(t, shape):
    try:
        return t.reshape(shape)
    except RuntimeError as error:
        raise ValueError(f"{tuple(t.shape)} {tuple(shape)}") from error

# %% wrong: contiguous first, then view | visible | myth
def view_or_raise(t, shape):
    try:
        return t.contiguous().view(shape)
    except RuntimeError as error:
        raise ValueError(f"{tuple(t.shape)} {tuple(shape)}") from error

# %% wrong: refuses whatever is not contiguous | visible | raised ValueError
def view_or_raise(t, shape):
    if not t.is_contiguous():
        raise ValueError(f"{tuple(t.shape)} is not contiguous, no view {tuple(shape)}")
    try:
        return t.view(shape)
    except RuntimeError as error:
        raise ValueError(f"{tuple(t.shape)} {tuple(shape)}") from error

# %% wrong: the view is cut from the history | hidden | cut from the history
def view_or_raise(t, shape):
    try:
        return t.detach().view(shape)
    except RuntimeError as error:
        raise ValueError(f"{tuple(t.shape)} {tuple(shape)}") from error

# %% wrong: lets torch's own error through | visible | RuntimeError
def view_or_raise(t, shape):
    return t.view(shape)

# %% wrong: the message does not say what the tensor was | visible | names both shapes
def view_or_raise(t, shape):
    try:
        return t.view(shape)
    except RuntimeError:
        raise ValueError("no such view, make it contiguous first") from None

# %% wrong: returns None where it should raise | visible | should raise ValueError
def view_or_raise(t, shape):
    try:
        return t.view(shape)
    except RuntimeError:
        return None

# %% wrong: strides by hand, whatever the old ones were | visible | should raise
def view_or_raise(t, shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= size
    if step > t.numel():
        raise ValueError(f"{tuple(t.shape)} {tuple(shape)}")
    return t.as_strided(shape, strides)

# %% lazy: raises always | visible
def view_or_raise(t, shape):
    raise ValueError(f"{tuple(t.shape)} {tuple(shape)}")

# %% lazy: knows the visible shapes | hidden
def view_or_raise(t, shape):
    if shape in [(3, 4), (3, 2, 1), (3, 2)]:
        return t.view(shape)
    raise ValueError(f"{tuple(t.shape)} {tuple(shape)}")

# %% lazy: takes it from the course | visible
def view_or_raise(t, shape):
    from course.checks import view_or_raise as borrowed

    return borrowed(t, shape)
