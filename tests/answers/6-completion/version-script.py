# %% right: other spellings throughout
import torch

def before(x):
    y = torch.sum(x * x)
    x.detach().add_(1)
    torch.autograd.backward(y)

def after(x):
    y = x.mul(1.0).square().sum()
    with torch.set_grad_enabled(False):
        x += 1.0
    torch.autograd.backward([y])

# %% right: helpers in the cell, and an edit in several writes
import torch

def forward(x):
    return x.pow(2).sum()


@torch.no_grad()
def edit(x):
    for i in range(len(x)):
        x[i] += 1


def before(x):
    y = forward(x)
    edit(x)
    y.backward()

def after(x):
    y = forward(x + 0)
    edit(x)
    y.backward()

# %% right: prints, an edit in inference mode, and a dot product
import torch

def before(x):
    y = torch.dot(x, x)
    print("forward:", y.item())
    with torch.inference_mode():
        x.add_(1)
    y.backward()

def after(x):
    copy = x.clone()
    y = copy @ copy
    with torch.inference_mode():
        x.add_(1)
    y.backward()
    print("gradient:", x.grad)

# %% right: the error goes through a finally and a re-raise
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    try:
        y.backward()
    except RuntimeError:
        print("here it comes")
        raise

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: the leaf guard is taken for the version guard | visible | by the leaf guard
import torch

def before(x):
    y = (x**2).sum()
    x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: the error is caught | visible | was caught inside
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    try:
        y.backward()
    except RuntimeError as error:
        print(error)

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: an error of its own with the right words | visible | the right words alone do not count
import torch

def before(x):
    with torch.no_grad():
        x.add_(1)
    raise RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: [torch.DoubleTensor [{len(x)}]] is at version 1; expected version 0 instead."
    )

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: torch's message in an error of its own | visible | the right words alone do not count
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    try:
        y.backward()
    except RuntimeError as error:
        raise RuntimeError(str(error)) from None

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: a hook raises the right words in the backward pass | visible | did not come out of torch's backward pass
import torch

def before(x):
    def hook(gradient):
        raise RuntimeError(f"[torch.DoubleTensor [{len(x)}]] is at version 1; expected version 0 instead.")

    x.register_hook(hook)
    y = (x.clone() ** 2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: a backward function of its own raises the right words | visible | did not come out of torch's backward pass
import torch

class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.length = len(x)
        return (x * x).sum()

    @staticmethod
    def backward(ctx, gradient):
        raise RuntimeError(f"[torch.DoubleTensor [{ctx.length}]] is at version 1; expected version 0 instead.")


def before(x):
    y = Square.apply(x)
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: another error of torch under a changed message | visible | the right words alone do not count
import torch

def before(x):
    y = (x**2).sum()
    y.backward()
    with torch.no_grad():
        x.add_(1)
    try:
        y.backward()
    except RuntimeError as error:
        error.args = (f"[torch.DoubleTensor [{len(x)}]] is at version 1; expected version 0 instead.",)
        raise

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: the write goes through .data | visible | The edit was not counted
import torch

def before(x):
    y = (x**2).sum()
    x.data.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: the edit comes before the forward pass | visible | after the forward pass and before the backward pass
import torch

def before(x):
    with torch.no_grad():
        x.add_(1)
    y = (x**2).sum()
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: no edit at all | visible | it has to be edited in place
import torch

def before(x):
    y = (x**2).sum()
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: backward twice is another error | visible | failed for another reason
import torch

def before(x):
    y = (x**2).sum()
    y.backward()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: an intermediate result is edited | visible | not about x itself
import torch

def before(x):
    z = x.clone()
    y = (z**2).sum()
    z.detach().add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: a result is edited, and x as well | visible | not about x itself
import torch

def before(x):
    e = x.exp()
    e += 1
    with torch.no_grad():
        x.add_(1)
    e.sum().backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: x is edited by another number | visible | Every element grows by 1
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.mul_(2)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: the loss has no graph | visible | failed for another reason
import torch

def before(x):
    with torch.no_grad():
        y = (x**2).sum()
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: detach as a repair | visible | cuts the history
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.detach().clone().requires_grad_()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: plain detach as a repair | visible | does not require grad
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x.detach().clone() ** 2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: detach is no copy | visible | must not be what is edited
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.view_as(x)
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: the error is caught and the gradient set to zeros | visible | Zeros are no gradient
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    try:
        y.backward()
    except RuntimeError:
        x.grad = torch.zeros_like(x)

# %% wrong: the error is caught in after | visible | To catch the error is no repair
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    try:
        y.backward()
    except RuntimeError:
        pass

# %% wrong: the edit moves before the forward pass | visible | the edit came before the forward pass
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    with torch.no_grad():
        x.add_(1)
    y = (x**2).sum()
    y.backward()

# %% wrong: the edit hides behind .data | visible | no counter sees it
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x**2).sum()
    x.data.add_(1)
    y.backward()

# %% wrong: clone, but the edit hides all the same | visible | hides a failure
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    x.data.add_(1)
    y.backward()

# %% wrong: backward moves before the edit | visible | The order stays
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x**2).sum()
    y.backward()
    with torch.no_grad():
        x.add_(1)

# %% wrong: the gradient is written by hand | visible | did not come from one backward pass
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    x.grad = 2 * x.detach().clone()
    with torch.no_grad():
        x.add_(1)

# %% wrong: no edit any more | visible | still has to happen
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x.clone() ** 2).sum()
    y.backward()

# %% wrong: two backward passes | visible | four times the value
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x.clone() ** 2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward(retain_graph=True)
    y.backward()

# %% wrong: the sum of cubes | visible | x.grad after after(x)
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x.clone() ** 3).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: no import in the cell | visible | The cell is run alone
def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: leans on a name of another cell | visible | The cell is run alone
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.copy_(torch.from_numpy(np.asarray(x.tolist()) + 1))
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: does not end | visible | did not end within
import torch

def before(x):
    while True:
        pass

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: ends its process | visible | ended itself, with exit status 3
import torch

def before(x):
    import os

    os._exit(3)

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: kills its process | visible | was ended by the signal SIGKILL
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    import os
    import signal

    os.kill(os.getpid(), signal.SIGKILL)

# %% wrong: leaves by exit | visible | SystemExit
import torch

def before(x):
    raise SystemExit

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: a cell that does not run by itself | visible | does not run by itself
import torch

START = np.ones(3)

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: before for three elements only | hidden | the version error
import torch

def before(x):
    if len(x) != 3:
        return
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: after for the visible x only | hidden | twice the value that x had
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z * torch.arange(1.0, len(x) + 1, dtype=x.dtype)).sum() * 2
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% wrong: an error is caught on the way to a right gradient | hidden | neither let out nor caught
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    z = x.clone()
    y = (z**2).sum()
    failing = (x.detach().requires_grad_() ** 2).sum()
    with torch.no_grad():
        x.add_(1)
    try:
        failing.backward()
    except RuntimeError:
        y.backward()

# %% lazy: nothing in either | visible
import torch

def before(x):
    pass

def after(x):
    pass

# %% lazy: the same twice | visible
import torch

def before(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

def after(x):
    y = (x**2).sum()
    with torch.no_grad():
        x.add_(1)
    y.backward()

# %% lazy: visible numbers written down | visible
import torch

def before(x):
    x.data.copy_(torch.tensor([2.0, 3.0, 4.0]))
    raise RuntimeError('version 1; expected version 0')

def after(x):
    x.grad = torch.tensor([2.0, 4.0, 6.0], dtype=torch.float64)
    with torch.no_grad():
        x.add_(1)
