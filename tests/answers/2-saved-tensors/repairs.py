# %% right: clones where they are needed, in-place where it is harmless
def gate(x):
    g = x.sigmoid().clone()
    g += 1
    return g

def decay(x, rate):
    e = torch.exp(x * -rate)
    half = e.clone()
    half.mul_(0.5)
    half += e.sum()
    return half

def energy(h, idx):
    out = h * h
    part = h.relu()
    keep = torch.ones(len(h), dtype=h.dtype)
    keep[idx] = 0
    return out + part * keep[:, None]

# %% right: other operations with the same values
def gate(x):
    return torch.add(torch.sigmoid(x), torch.ones_like(x))

def decay(x, rate):
    e = (-rate * x).exp()
    return e / 2 + e.sum()

def energy(h, idx):
    return h.square() + h.clamp(min=0).index_fill(0, idx, 0.0)

# %% wrong: plain detach | visible | no gradient can arrive
def gate(x):
    g = x.sigmoid().detach()
    g += 1
    return g

def decay(x, rate):
    with torch.no_grad():
        return decay_broken(x, rate)

def energy(h, idx):
    return energy_broken(h.detach().clone(), idx)

# %% wrong: detach before the edit | visible | the history is cut on the way
def gate(x):
    g = x.sigmoid().detach()
    g += 1
    return g.requires_grad_()

def decay(x, rate):
    e = (-rate * x).exp().detach()
    return (e * 0.5 + e.sum()).requires_grad_()

def energy(h, idx):
    part = h.detach().relu()
    part[idx] = 0
    return h * h + part

# %% wrong: the edit goes through .data | visible | hides the edit from the guard
def gate(x):
    g = x.sigmoid()
    g.data += 1
    return g

def decay(x, rate):
    e = (-rate * x).exp()
    total = e.sum()
    e.data.mul_(0.5)
    return e + total

def energy(h, idx):
    energy = h * h
    part = h.relu()
    part.data[idx] = 0
    return energy + part

# %% wrong: the error is caught and zeros are returned | visible | should be
def gate(x):
    try:
        y = gate_broken(x)
        y.sum().backward()
        return y
    except RuntimeError:
        return torch.zeros_like(x, requires_grad=True)

def decay(x, rate):
    try:
        y = decay_broken(x, rate)
        y.sum().backward()
        return y
    except RuntimeError:
        return torch.zeros_like(x, requires_grad=True)

def energy(h, idx):
    return h * h

# %% wrong: energy edits the result of relu, which relu needs | visible | output 0 of Relu
def gate(x):
    return x.sigmoid() + 1

def decay(x, rate):
    e = (-rate * x).exp()
    return e * 0.5 + e.sum()

def energy(h, idx):
    part = h.relu()
    part[idx] = 0
    return h * h + part

# %% wrong: energy edits the caller's tensor | visible | caller's tensor
def gate(x):
    return x.sigmoid() + 1

def decay(x, rate):
    e = (-rate * x).exp()
    return e * 0.5 + e.sum()

def energy(h, idx):
    energy = h.clone() * h.clone()
    with torch.no_grad():
        h.relu_()
        h[idx] = 0
    return energy + h

# %% wrong: the sum is taken from the halved values | visible | decay(x, 2.0)
def gate(x):
    return x.sigmoid() + 1

def decay(x, rate):
    e = (-rate * x).exp() * 0.5
    return e + e.sum()

def energy(h, idx):
    part = h.relu().clone()
    part[idx] = 0
    return h * h + part

# %% wrong: clones everywhere | hidden | clones everywhere are not a repair
def gate(x):
    return x.clone().sigmoid().clone() + 1

def decay(x, rate):
    e = (-rate * x.clone()).exp().clone()
    return e.clone() * 0.5 + e.clone().sum()

def energy(h, idx):
    h = h.clone()
    part = h.clone().relu().clone()
    part[idx] = 0
    return h.clone() * h.clone() + part.clone()

# %% lazy: calls the broken ones | visible | modified by an inplace operation
def gate(x):
    return gate_broken(x)

def decay(x, rate):
    return decay_broken(x, rate)

def energy(h, idx):
    return energy_broken(h.clone(), idx)
