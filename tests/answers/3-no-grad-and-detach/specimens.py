# %% right: other causes of the same classes
def specimens():
    return {
        "not filled": "t = torch.ones(2, requires_grad=True)\nloss = (t * t).sum()\nloss.backward()\nt.grad = None",
        "retained late": "a = torch.rand(2, requires_grad=True)\nt = a.exp()\nloss = t.mean()\nloss.backward()\nt.retain_grad()",
        "not retained": "t = torch.ones(2, requires_grad=True) * 1.0\nloss = t.sum()\nloss.backward()",
        "not reached": "b = torch.ones(2, requires_grad=True)\nwith torch.no_grad():\n    t = b[:1]\nloss = (t * 3).sum()\nloss.backward()",
        "no graph": "t = torch.ones(2, requires_grad=True)\nloss = (t > 0).float().sum()",
        "no requires_grad": "p = torch.ones(2, requires_grad=True)\nwith torch.no_grad():\n    t = p - 0.1\nloss = (t * p).sum()",
    }

# %% right: with modules and optimizers
def specimens():
    net = "net = torch.nn.Linear(2, 1)\nx = torch.ones(3, 2)\n"
    return {
        "no requires_grad": net + "t = net.weight.requires_grad_(False)\nloss = net(x).sum()\nloss.backward()",
        "no graph": net + "h = net(x)\nt = h\nloss = h.detach().sum()",
        "not reached": net + "t = torch.ones(2, requires_grad=True)\nloss = net(x).sum()\nloss.backward()",
        "not retained": net + "t = net(x)\nloss = t.sum()\nloss.backward()",
        "retained late": net + "t = net(x)\nloss = (t ** 2).sum()\nloss.backward()\nt.retain_grad()",
        "not filled": net + "t = net(x)\nt.retain_grad()\nloss = t.sum()",
    }

# %% wrong: computed under no_grad is taken for no graph of the loss | visible
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "t = torch.ones(3)\nloss = (t * x).sum()",
        "no graph": leaf + "with torch.no_grad():\n    t = x * 2\nloss = (t * x).sum()",
        "not reached": leaf + "t = torch.ones(3, requires_grad=True)\nloss = x.sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nloss = t.sum()\nloss.backward()\nt.retain_grad()",
        "not filled": leaf + "t = x\nloss = t.sum()",
    }

# %% wrong: asked early and called late | visible | retained late
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "t = torch.ones(3)\nloss = (t * x).sum()",
        "no graph": leaf + "t = x\nloss = t.sum().detach()",
        "not reached": leaf + "t = torch.ones(3, requires_grad=True)\nloss = x.sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nt.retain_grad()\nloss = t.sum()",
        "not filled": leaf + "t = x\nloss = t.sum()",
    }

# %% wrong: the backward pass of a loss without a graph | visible | does not require grad
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "t = torch.ones(3)\nloss = (t * x).sum()",
        "no graph": leaf + "t = x\nwith torch.no_grad():\n    loss = t.sum()\nloss.backward()",
        "not reached": leaf + "t = torch.ones(3, requires_grad=True)\nloss = x.sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nloss = t.sum()\nloss.backward()\nt.retain_grad()",
        "not filled": leaf + "t = x\nloss = t.sum()",
    }

# %% wrong: a gradient of zeros is taken for a path that is cut | visible | not reached
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "t = torch.ones(3)\nloss = (t * x).sum()",
        "no graph": leaf + "t = x\nloss = t.sum().detach()",
        "not reached": leaf + "t = x\nloss = (t * 0).sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nloss = t.sum()\nloss.backward()\nt.retain_grad()",
        "not filled": leaf + "t = x\nloss = t.sum()",
    }

# %% wrong: a class is missing | visible | the list of classes
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "t = torch.ones(3)\nloss = (t * x).sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "not filled": leaf + "t = x\nloss = t.sum()",
    }

# %% wrong: a loss of three numbers | hidden | the loss is one number
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "t = torch.ones(3)\nloss = t * x",
        "no graph": leaf + "t = x\nloss = t.sum().detach()",
        "not reached": leaf + "t = torch.ones(3, requires_grad=True)\nloss = x.sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nloss = t.sum()\nloss.backward()\nt.retain_grad()",
        "not filled": leaf + "t = x\nloss = t.sum()",
    }

# %% lazy: one program six times | visible
def specimens():
    text = "t = torch.ones(2)\nloss = t.sum()"
    return dict.fromkeys(
        ["no requires_grad", "no graph", "not reached", "not retained", "retained late", "not filled"], text
    )

# %% right: the shortest of each
def specimens():
    x = "x = torch.ones(2, requires_grad=True); "
    return {
        "no requires_grad": x + "t = x.detach(); loss = x.sum()",
        "no graph": x + "t = x; loss = torch.tensor(t.sum().item())",
        "not reached": x + "t = x + 1; loss = x.sum()",
        "not retained": x + "t = loss = x.sum()",
        "retained late": x + "t = loss = x.sum(); loss.backward(); t.retain_grad()",
        "not filled": x + "t = x; loss = t.sum(); torch.autograd.grad(loss, t)",
    }

# %% wrong: names the leaf x and not t | visible | does not define the tensors t and loss
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": "x = torch.ones(3)\nloss = x.sum()",
        "no graph": leaf + "with torch.no_grad():\n    loss = x.sum()",
        "not reached": leaf + "loss = torch.ones(3, requires_grad=True).sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nloss = t.sum()\nloss.backward()\nt.retain_grad()",
        "not filled": leaf + "loss = x.sum()",
    }

# %% wrong: for not filled the pass was run, and there is a gradient | visible | has a gradient
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "t = torch.ones(3)\nloss = (t * x).sum()",
        "no graph": leaf + "t = x\nloss = t.sum().detach()",
        "not reached": leaf + "t = torch.ones(3, requires_grad=True)\nloss = x.sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nloss = t.sum()\nloss.backward()\nt.retain_grad()",
        "not filled": leaf + "t = x\nloss = t.sum()\nloss.backward()",
    }

# %% wrong: a view made under no_grad is taken for a tensor without requires_grad | visible | no requires_grad
def specimens():
    leaf = "x = torch.ones(3, requires_grad=True)\n"
    return {
        "no requires_grad": leaf + "with torch.no_grad():\n    t = x[:2]\nloss = (t * 2).sum()",
        "no graph": leaf + "t = x\nloss = t.sum().detach()",
        "not reached": leaf + "t = torch.ones(3, requires_grad=True)\nloss = x.sum()",
        "not retained": leaf + "t = x * 2\nloss = t.sum()",
        "retained late": leaf + "t = x * 2\nloss = t.sum()\nloss.backward()\nt.retain_grad()",
        "not filled": leaf + "t = x\nloss = t.sum()",
    }
