# %% right: detach for the edit, augmented assignment for the leaf guard
def edit(x):
    x.detach().add_(1)

def refused_at_once(x):
    x += 1

def refused_at_backward(x):
    y = x.pow(2).sum()
    edit(x)
    torch.autograd.backward(y)

def repaired_by_clone(x):
    y = (x.clone() ** 2).sum()
    edit(x)
    y.backward()

def repaired_by_order(x):
    edit(x)
    (x * x).sum().backward()

# %% right: with set_grad_enabled, and squares written as products
def edit(x):
    with torch.set_grad_enabled(False):
        x += 1.0

def refused_at_once(x):
    x.mul_(2)

def refused_at_backward(x):
    y = (x * x).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    kept = x.clone()
    y = (kept * kept).sum()
    edit(x)
    y.backward()

def repaired_by_order(x):
    edit(x)
    y = (x**2).sum()
    y.backward()

# %% right: an edit in several writes
def edit(x):
    with torch.no_grad():
        for i in range(len(x)):
            x[i] += 1

def refused_at_once(x):
    x[0] = 5.0

def refused_at_backward(x):
    y = x.square().sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    y = x.clone().square().sum()
    edit(x)
    y.backward()

def repaired_by_order(x):
    edit(x)
    x.square().sum().backward()

# %% wrong: the error is caught instead of removed | visible | before backward() | no repair
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    y.backward()
    edit(x)

def repaired_by_clone(x):
    y = (x**2).sum()
    edit(x)
    try:
        y.backward()
    except RuntimeError:
        pass

def repaired_by_order(x):
    edit(x)
    (x**2).sum().backward()

# %% wrong: both guards are the same to me | visible | If the leaf guard raised
def edit(x):
    x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    z = x.clone()
    (z**2).sum().backward()

def repaired_by_order(x):
    (x**2).sum().backward()

# %% wrong: detach as a repair | visible | which cuts the history
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    z = x.detach().clone().requires_grad_()
    y = (z**2).sum()
    edit(x)
    y.backward()

def repaired_by_order(x):
    edit(x)
    (x**2).sum().backward()

# %% wrong: no clone, but backward before the edit | hidden | between forward and backward
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    y = (x**2).sum()
    y.backward()
    edit(x)

def repaired_by_order(x):
    edit(x)
    (x**2).sum().backward()

# %% wrong: the edit comes before the clone | visible | came before the clone
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    edit(x)
    y = (x.clone() ** 2).sum()
    y.backward()

def repaired_by_order(x):
    edit(x)
    (x**2).sum().backward()

# %% wrong: the edit after everything | visible | came after the forward pass
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    z = x.clone()
    y = (z**2).sum()
    edit(x)
    y.backward()

def repaired_by_order(x):
    (x**2).sum().backward()
    edit(x)

# %% wrong: raises the errors by hand | hidden | version error, for x itself
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")

def refused_at_backward(x):
    edit(x)
    raise RuntimeError("is at version 1; expected version 0 instead")

def repaired_by_clone(x):
    z = x.clone()
    y = (z**2).sum()
    edit(x)
    y.backward()

def repaired_by_order(x):
    edit(x)
    (x**2).sum().backward()

# %% wrong: order alone, but with a clone after all | hidden | no clone is needed
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    z = x.clone()
    y = (z**2).sum()
    edit(x)
    y.backward()

def repaired_by_order(x):
    edit(x)
    (x.clone() ** 2).sum().backward()

# %% lazy: the visible numbers | hidden
def edit(x):
    with torch.no_grad():
        x.add_(1)

def refused_at_once(x):
    x.add_(1)

def refused_at_backward(x):
    y = (x**2).sum()
    edit(x)
    y.backward()

def repaired_by_clone(x):
    edit(x)
    x.grad = torch.tensor([2.0, 4.0, 6.0], dtype=torch.float64)

def repaired_by_order(x):
    edit(x)
    x.grad = torch.tensor([4.0, 6.0, 8.0], dtype=torch.float64)
