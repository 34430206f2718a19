# %% right: clone once, then work in place on the clone
def normalise_rows(batch):
    rows = batch.clone()
    for row in rows:
        length = torch.linalg.vector_norm(row)
        if length > 0:
            row /= length
    return rows

# %% right: the library function
def normalise_rows(batch):
    return torch.nn.functional.normalize(batch, dim=1)

# %% right: fill a new tensor row by row
def normalise_rows(batch):
    out = torch.empty_like(batch)
    for i in range(len(batch)):
        length = float(batch[i].norm())
        torch.div(batch[i], length if length else 1.0, out=out[i])
    return out

# %% wrong: detach instead of flatten | visible | do not copy here
def normalise_rows(batch):
    rows = batch.detach()
    lengths = torch.linalg.vector_norm(rows, dim=1, keepdim=True)
    rows /= lengths.masked_fill(lengths == 0, 1.0)
    return rows

# %% wrong: contiguous as a copy | visible | wrote through a view
def normalise_rows(batch):
    rows = batch.contiguous()
    lengths = torch.linalg.vector_norm(rows, dim=1, keepdim=True)
    rows /= lengths.masked_fill(lengths == 0, 1.0)
    return rows

# %% wrong: clones generously | visible | one is enough
def normalise_rows(batch):
    rows = batch.clone()
    lengths = rows.pow(2).sum(dim=1, keepdim=True).sqrt()
    lengths[lengths == 0] = 1.0
    return rows / lengths

# %% wrong: a row of zeros becomes nan | visible | nan
def normalise_rows(batch):
    return batch / torch.linalg.vector_norm(batch, dim=1, keepdim=True)

# %% wrong: normalises the columns | visible | should be
def normalise_rows(batch):
    lengths = torch.linalg.vector_norm(batch, dim=0, keepdim=True)
    return batch / lengths.masked_fill(lengths == 0, 1.0)

# %% wrong: the caller's batch is spoilt and mended afterwards | visible | written back
def normalise_rows(batch):
    before = batch.clone()
    lengths = torch.linalg.vector_norm(batch, dim=1, keepdim=True)
    batch /= lengths.masked_fill(lengths == 0, 1.0)
    result = batch.clone()
    batch.copy_(before)
    return result

# %% wrong: nothing to scale, so the batch itself is returned | visible | view of the batch
def normalise_rows(batch):
    lengths = torch.linalg.vector_norm(batch, dim=1, keepdim=True)
    if bool((lengths == 1).all()):
        return batch
    return batch / lengths.masked_fill(lengths == 0, 1.0)

# %% wrong: a small number against division by zero | hidden | right rows
def normalise_rows(batch):
    return batch / (torch.linalg.vector_norm(batch, dim=1, keepdim=True) + 1e-8)

# %% wrong: always computes in float32 | hidden | dtype
def normalise_rows(batch):
    rows = batch.to(torch.float32, copy=True)
    lengths = torch.linalg.vector_norm(rows, dim=1, keepdim=True)
    rows /= lengths.masked_fill(lengths == 0, 1.0)
    return rows

# %% lazy: the visible example | visible
def normalise_rows(batch):
    return torch.tensor([[0.6, 0.8], [0.0, 0.0], [0.0, 1.0]])

# %% lazy: returns a clone | visible
def normalise_rows(batch):
    return batch.clone()

# %% lazy: calls the broken one | visible | wrote through a view
def normalise_rows(batch):
    return normalise_rows_broken(batch)
