# %% right: NumPy's own answer
def shares_memory(a, b):
    return bool(np.shares_memory(a.detach().numpy(), b.detach().numpy()))

# %% right: write into one through NumPy and look at the other
def shares_memory(a, b):
    import itertools

    def places(t):
        array = t.detach().numpy()
        return array.__array_interface__["data"][0], array.shape, array.strides, array.itemsize

    def covered(t):
        start, shape, strides, size = places(t)
        return {
            start + sum(i * s for i, s in zip(index, strides)) + k
            for index in itertools.product(*map(range, shape))
            for k in range(size)
        }

    return len(covered(a) & covered(b)) > 0

# %% right: number the elements of the whole memory region, then look through both windows
def shares_memory(a, b):
    def starts(t):
        found = [t.data_ptr()] if t.numel() else []
        for size, stride in zip(t.shape, t.stride()):
            found = [f + i * stride * t.element_size() for f in found for i in range(size)]
        return found

    return any(
        x < y + b.element_size() and y < x + a.element_size()
        for x in set(starts(a))
        for y in set(starts(b))
    ) if a.numel() * b.numel() < 4000 else bool(
        np.shares_memory(a.detach().numpy(), b.detach().numpy())
    )

# %% wrong: compares the first addresses | visible | address of the first element
def shares_memory(a, b):
    return a.data_ptr() == b.data_ptr()

# %% wrong: compares the storages | visible | Comparing storages answers another question
def shares_memory(a, b):
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()

# %% wrong: asks whether autograd recorded a view | visible | _is_view
def shares_memory(a, b):
    return a is b or (b._is_view() and (b._base is a or b._base is a._base))

# %% wrong: compares the ranges of bytes, so interleaved windows seem to share | visible | no element of it is seen by both
def shares_memory(a, b):
    def span(t):
        last = sum((size - 1) * stride for size, stride in zip(t.shape, t.stride()))
        return t.data_ptr(), t.data_ptr() + (last + 1) * t.element_size()

    if a.numel() == 0 or b.numel() == 0:
        return False
    (a0, a1), (b0, b1) = span(a), span(b)
    return a0 < b1 and b0 < a1

# %% wrong: compares the addresses of freed temporaries | visible | address of the first element
def shares_memory(a, b):
    return a.contiguous().data_ptr() == b.contiguous().data_ptr()

# %% wrong: compares values instead of places | visible | t.clone
def shares_memory(a, b):
    return a.shape == b.shape and bool((a == b).all())

# %% wrong: writes into a and writes back | visible | version counter
def shares_memory(a, b):
    if a.numel() == 0 or b.numel() == 0:
        return False
    with torch.no_grad():
        before, seen = a.clone(), b.clone()
        a.fill_(77)
        changed = not torch.equal(b, seen)
        a.copy_(before)
    return changed

# %% wrong: forgets that tensors without elements share nothing | visible | data_ptr() == 0
def shares_memory(a, b):
    if a.numel() == 0 or b.numel() == 0:
        return a.data_ptr() == b.data_ptr()
    return bool(np.shares_memory(a.detach().numpy(), b.detach().numpy()))

# %% wrong: cannot look at a tensor that requires grad | visible | requires grad
def shares_memory(a, b):
    return bool(np.shares_memory(a.numpy(), b.numpy()))

# %% wrong: counts elements by index and misses bytes of another dtype | visible | z.imag | Count in bytes
def shares_memory(a, b):
    def starts(t):
        found = [t.data_ptr()] if t.numel() else []
        for size, stride in zip(t.shape, t.stride()):
            found = [f + i * stride * t.element_size() for f in found for i in range(size)]
        return set(found)

    return not starts(a).isdisjoint(starts(b))

# %% wrong: returns a tensor instead of a bool | visible | should be True
def shares_memory(a, b):
    return torch.tensor(np.shares_memory(a.detach().numpy(), b.detach().numpy()))

# %% lazy: always yes | visible
def shares_memory(a, b):
    return True

# %% lazy: always no | visible
def shares_memory(a, b):
    return False

# %% lazy: takes it from the course | visible
def shares_memory(a, b):
    from course.pictures import shares_memory as borrowed

    return borrowed(a, b)

# %% lazy: knows the visible examples by shape and stride | hidden
def shares_memory(a, b):
    known = {
        ((3, 4), (4, 1), (2, 4), (4, 1)): True,
        ((3, 4), (4, 1), (3,), (4,)): True,
        ((3, 4), (4, 1), (4, 3), (1, 4)): True,
        ((3,), (1,), (2,), (1,)): True,
        ((2, 4), (4, 1), (2, 4), (4, 1)): True,
        ((6,), (1,), (6,), (1,)): True,
        ((3,), (1,), (3,), (2,)): True,
    }
    if a.data_ptr() == b.data_ptr() and a.numel() and b.numel():
        return True
    return known.get((tuple(a.shape), a.stride(), tuple(b.shape), b.stride()), False)
