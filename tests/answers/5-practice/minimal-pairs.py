# %% right: other accidents
def minimal_pairs():
    return {
        "not retained": (
            "w = torch.tensor([2.0], requires_grad=True)\nt = w * 3\nloss = (t ** 2).sum()",
            "w = torch.tensor([2.0], requires_grad=True)\nt = w * 3\nloss = (t ** 2).sum()\nt.retain_grad()",
        ),
        "no graph": (
            "t = torch.tensor([2.0, 3.0], requires_grad=True)\nh = t.detach()\nloss = h.prod()",
            "t = torch.tensor([2.0, 3.0], requires_grad=True)\nh = t\nloss = h.prod()",
        ),
        "not reached": (
            "t = torch.tensor([2.0], requires_grad=True)\nu = torch.tensor([5.0], requires_grad=True)\n"
            "factor = t.item()\nloss = (factor * u).sum()",
            "t = torch.tensor([2.0], requires_grad=True)\nu = torch.tensor([5.0], requires_grad=True)\n"
            "factor = t\nloss = (factor * u).sum()",
        ),
        "no requires_grad": (
            "w = torch.tensor([2.0], requires_grad=True)\nwith torch.no_grad():\n    t = w * 3\nloss = (t * w).sum()",
            "w = torch.tensor([2.0], requires_grad=True)\nwith torch.no_grad():\n    t = w * 3\nt.requires_grad_()\nloss = (t * w).sum()",
        ),
    }

# %% right: a line taken away, comments and blank lines
def minimal_pairs():
    net = "torch.manual_seed(0)\nnet = torch.nn.Linear(2, 1)\nx = torch.ones(3, 2)\n"
    return {
        "no requires_grad": (
            net + "net.weight.requires_grad_(False)  # frozen\nt = net.weight\nloss = net(x).sum()",
            net + "\n# not frozen\nt = net.weight\nloss = net(x).sum()",
        ),
        "not retained": (net + "t = net(x)\nloss = t.sum()", net + "t = net(x)\nt.retain_grad()\nloss = t.sum()"),
        "not reached": (
            net + "t = torch.tensor(0.0, requires_grad=True)\nloss = net(x).sum()",
            net + "t = torch.tensor(0.0, requires_grad=True)\nloss = net(x).sum() + t",
        ),
        "no graph": (
            net + "t = net.bias\nloss = net(x).sum()\nloss = loss.detach()",
            net + "t = net.bias\nloss = net(x).sum()",
        ),
    }

# %% wrong: two lines changed | visible | one line apart
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp()\nt.retain_grad()\nloss = t.sum()"),
        "not reached": (x + leaf + "loss = (x * t.detach()).sum()", x + leaf + "loss = (x * t).sum()"),
        "no graph": (leaf + "with torch.no_grad():\n    loss = (t * 2).sum()", leaf + "loss = (t * 2).sum()"),
    }

# %% wrong: the repair changes the loss | hidden | value of the loss
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp()\nt.retain_grad()\nloss = t.sum()"),
        "not reached": (x + leaf + "loss = x.sum()", x + leaf + "loss = (x * t).sum()"),
        "no graph": (leaf + "loss = (t * 2).sum().detach()", leaf + "loss = (t * 2).sum()"),
    }

# %% wrong: computed under no_grad is taken for no graph | visible | t requires grad, the loss requires grad
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp()\nt.retain_grad()\nloss = t.sum()"),
        "not reached": (x + leaf + "loss = (x * t.detach()).sum()", x + leaf + "loss = (x * t).sum()"),
        "no graph": (
            x + "with torch.no_grad():\n    t = x * 2\nloss = (t * x).sum()",
            x + "with torch.no_grad():\n    t = x * 2\nt.requires_grad_()\nloss = (t * x).sum()",
        ),
    }

# %% wrong: asked after the pass that it runs itself | visible | a second time
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (x + "t = x * 1.0\nloss = t.sum()\nloss.backward()", x + "t = x * 1.0\nloss = t.sum()\nloss.backward()\nx.retain_grad()"),
        "not reached": (x + leaf + "loss = (x * t.detach()).sum()", x + leaf + "loss = (x * t).sum()"),
        "no graph": (leaf + "loss = (t * 2).sum().detach()", leaf + "loss = (t * 2).sum()"),
    }

# %% wrong: the intermediate result is made a leaf | hidden | another tensor
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp().detach().requires_grad_()\nloss = t.sum()"),
        "not reached": (x + leaf + "loss = (x * t.detach()).sum()", x + leaf + "loss = (x * t).sum()"),
        "no graph": (leaf + "loss = (t * 2).sum().detach()", leaf + "loss = (t * 2).sum()"),
    }

# %% wrong: an intermediate result off the way | hidden | no path leads to t
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (
            x + "t = x.exp()\nt.retain_grad()\nloss = (x * t.detach()).sum()",
            x + "t = x.exp()\nt.retain_grad()\nloss = (x * t).sum()",
        ),
        "not reached": (x + leaf + "loss = (x * t.detach()).sum()", x + leaf + "loss = (x * t).sum()"),
        "no graph": (leaf + "loss = (t * 2).sum().detach()", leaf + "loss = (t * 2).sum()"),
    }

# %% wrong: zeros are taken for None | visible | t.grad after the first program
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp()\nt.retain_grad()\nloss = t.sum()"),
        "not reached": (x + leaf + "loss = (x + 0 * t).sum()", x + leaf + "loss = (x + t - t).sum()"),
        "no graph": (leaf + "loss = (t * 2).sum().detach()", leaf + "loss = (t * 2).sum()"),
    }

# %% wrong: a class is missing | visible | the list of classes
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    return {"not retained": (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp()\nt.retain_grad()\nloss = t.sum()")}

# %% wrong: random numbers | hidden | it is random
def minimal_pairs():
    x = "x = torch.rand(2, requires_grad=True)\n"
    leaf = "t = torch.tensor([1.0, 2.0], requires_grad=True)\n"
    return {
        "no requires_grad": (x + "t = torch.tensor([1.0, 2.0])\nloss = (x * t).sum()", x + leaf + "loss = (x * t).sum()"),
        "not retained": (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp()\nt.retain_grad()\nloss = t.sum()"),
        "not reached": (x + leaf + "loss = (x * t.detach()).sum()", x + leaf + "loss = (x * t).sum()"),
        "no graph": (leaf + "loss = (t * 2).sum().detach()", leaf + "loss = (t * 2).sum()"),
    }

# %% lazy: one pair four times | visible
def minimal_pairs():
    x = "x = torch.tensor([3.0, 4.0], requires_grad=True)\n"
    pair = (x + "t = x.exp()\nloss = t.sum()", x + "t = x.exp()\nt.retain_grad()\nloss = t.sum()")
    return dict.fromkeys(["no requires_grad", "not retained", "not reached", "no graph"], pair)
