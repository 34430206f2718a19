# %% right: numbers first, then history
def snapshot(t):
    return t.clone().detach()

# %% right: written into memory of its own
def snapshot(t):
    with torch.no_grad():
        result = torch.zeros(t.shape, dtype=t.dtype)
        result.copy_(t)
    return result

# %% right: by an untracked clone
def snapshot(t):
    with torch.no_grad():
        return t.clone()

# %% wrong: detach is taken for a copy | visible | shares the storage of t
def snapshot(t):
    return t.detach()

# %% wrong: the data attribute | visible | copy nothing
def snapshot(t):
    return t.data

# %% wrong: a clone with its history | visible | carries the history on
def snapshot(t):
    return t.clone()

# %% wrong: detaches t itself | visible | change t itself
def snapshot(t):
    taken = t.clone().detach()
    if not t.is_leaf:
        t.detach_()
    return taken

# %% wrong: by way of a list, which forgets the dtype | visible | dtype
def snapshot(t):
    return torch.tensor(t.tolist())

# %% wrong: contiguous copies only what is not contiguous | visible | shares the storage of t
def snapshot(t):
    return t.detach().contiguous()

# %% wrong: everything becomes a double | hidden | Values, shape and dtype
def snapshot(t):
    return t.detach().clone().double() if not t.is_complex() else t.detach().clone()

# %% wrong: an inference tensor, which is not an ordinary one | hidden
def snapshot(t):
    with torch.inference_mode():
        return t.clone()

# %% lazy: right for three numbers only | hidden
def snapshot(t):
    return torch.tensor([1.0, 2.0, 3.0][: t.numel()], dtype=torch.float64)

# %% lazy: hands t back | visible
def snapshot(t):
    return t

# %% right: the constructor copies numbers and nothing else
def snapshot(t):
    return torch.tensor(t.detach())

# %% right: to, with an explicit copy
def snapshot(t):
    return t.detach().to(t.dtype, copy=True)

# %% right: a deep copy of the cut tensor
def snapshot(t):
    import copy

    return copy.deepcopy(t.detach())

# %% wrong: copy_ in grad mode is recorded like a clone | visible | carries the history on | copy_
def snapshot(t):
    return torch.empty_like(t).copy_(t)

# %% wrong: no_grad is taken for a copy | visible | shares the storage of t
def snapshot(t):
    with torch.no_grad():
        return t[...]

# %% wrong: adding zero makes numbers of bools | hidden | Values, shape and dtype
def snapshot(t):
    return t.detach() + 0

# %% wrong: by way of numpy, which does not know every dtype | hidden
def snapshot(t):
    return torch.from_numpy(t.detach().numpy().copy())

# %% wrong: a shallow copy | visible | shares the storage of t
def snapshot(t):
    import copy

    return copy.copy(t.detach())
