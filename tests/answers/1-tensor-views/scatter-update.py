# %% right: accumulate with index_put_
def scatter_update(t, idx, v):
    t.index_put_((idx,), v, accumulate=True)

# %% right: a plain loop over basic indices
def scatter_update(t, idx, v):
    for k, i in enumerate(idx.tolist()):
        t[i] += v[k]

# %% right: sum the contributions first, then one in-place addition
def scatter_update(t, idx, v):
    total = torch.zeros(t.shape, dtype=t.dtype)
    for k in range(len(idx)):
        total[idx[k]] = total[idx[k]] + v[k]
    t.add_(total)

# %% wrong: += with repeated indices | visible | reads every row before it writes any
def scatter_update(t, idx, v):
    t[idx] += v

# %% wrong: a method on advanced indexing | visible | is a copy
def scatter_update(t, idx, v):
    t[idx].add_(v)

# %% wrong: binds the name t to a new tensor | visible | Nothing arrived
def scatter_update(t, idx, v):
    t = t.index_add(0, idx, v)

# %% wrong: index_put_ without accumulate | visible | only its last contribution
def scatter_update(t, idx, v):
    t.index_put_((idx,), t[idx] + v)

# %% wrong: stores instead of adding | visible | should be
def scatter_update(t, idx, v):
    t[idx] = v

# %% wrong: returns the updated tensor | visible | should be None
def scatter_update(t, idx, v):
    return t.index_add_(0, idx, v)

# %% wrong: works on a flat copy of a tensor that is not contiguous | hidden | memory behind it
def scatter_update(t, idx, v):
    t.contiguous().index_add_(0, idx, v)

# %% wrong: uses v as its own accumulator | hidden | belong to the caller
def scatter_update(t, idx, v):
    for k, i in enumerate(idx.tolist()):
        v[k] += t[i]
        t[i] = v[k]

# %% wrong: forgets repeated indices by sorting them out | visible | one of its two contributions
def scatter_update(t, idx, v):
    done = set()
    for k, i in enumerate(idx.tolist()):
        if i not in done:
            t[i] += v[k]
            done.add(i)

# %% lazy: the visible example | hidden
def scatter_update(t, idx, v):
    if len(idx) == 3:
        t.copy_(torch.tensor([[11.0, 22.0], [0.0, 0.0], [5.0, 5.0]]))
    else:
        t[1] = v[0]

# %% lazy: does nothing | visible
def scatter_update(t, idx, v):
    return None
