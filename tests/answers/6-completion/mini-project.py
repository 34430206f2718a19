# %% right: an in-place recurrence, repaired with a list; autograd.grad in the test
import torch


def buggy(x):
    buffer = torch.zeros(len(x) + 1, dtype=x.dtype)
    buffer[0] = 1.0
    for i in range(len(x)):
        buffer[i + 1] = buffer[i] * x[i]
    return buffer[-1]


def repaired(x):
    products = [torch.ones((), dtype=x.dtype)]
    for value in x:
        products.append(products[-1] * value)
    return products[-1]


def expected_grad(x):
    return x.prod() / x


def test_regression(fn):
    start = torch.tensor([0.5, 1.5, 2.0, 0.8], dtype=torch.float64)
    x = start.clone().requires_grad_(True)
    loss = fn(x)
    (gradient,) = torch.autograd.grad(loss, x)
    torch.testing.assert_close(loss.detach(), torch.tensor(1.2, dtype=torch.float64))
    torch.testing.assert_close(gradient, expected_grad(start))
    torch.testing.assert_close(x.detach(), start, rtol=0, atol=0)

# %% right: a silent failure, a write through .data
import torch


def buggy(x):
    y = x * x
    z = y * y
    y.data.mul_(2)
    return z.sum()


def repaired(x):
    y = x * x
    z = y * y
    return z.sum()


def expected_grad(x):
    return 4 * x**3


def test_regression(fn):
    for values in ([1.0, 2.0, 0.5], [0.7, 0.9, 1.1, 1.9]):
        x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
        loss = fn(x)
        assert abs(loss.item() - sum(v**4 for v in values)) < 1e-9
        loss.backward()
        assert x.grad is not None, "no gradient"
        for got, should in zip(x.grad.tolist(), expected_grad(x.detach()).tolist()):
            assert abs(got - should) < 1e-9
        assert x.tolist() == values

# %% right: a detached view through which the caller's input is scaled
import torch


def buggy(x):
    scaled = x.detach()
    scaled *= 0.5
    return (x**3).sum()


def repaired(x):
    return (x**3).sum()


def expected_grad(x):
    return 3 * x * x


def test_regression(fn):
    x = torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    loss = fn(x)
    loss.backward()
    assert x.tolist() == [0.5, 1.0, 2.0], "the input was changed"
    assert abs(loss.item() - 9.125) < 1e-12
    assert torch.allclose(x.grad, torch.tensor([0.75, 3.0, 12.0], dtype=torch.float64))

# %% right: a view made under no_grad, through which no gradient comes back
import math

import torch


def buggy(x):
    with torch.no_grad():
        row = x.view(1, -1)
    return (row.exp()).sum()


def repaired(x):
    return x.view(1, -1).exp().sum()


def expected_grad(x):
    return torch.exp(x)


def test_regression(fn):
    x = torch.tensor([0.5, 1.0, 1.5], dtype=torch.float64, requires_grad=True)
    y = fn(x)
    assert math.isclose(y.item(), sum(math.exp(v) for v in (0.5, 1.0, 1.5)), rel_tol=1e-9)
    y.backward()
    assert x.grad is not None
    assert all(
        math.isclose(a, b, rel_tol=1e-9) for a, b in zip(x.grad.tolist(), expected_grad(x.detach()).tolist())
    )
    assert x.tolist() == [0.5, 1.0, 1.5]

# %% right: the leaf guard, and pytest's own helpers
import torch


def buggy(x):
    x += 1
    return x.log().sum()


def repaired(x):
    return torch.log(x + 1).sum()


def expected_grad(x):
    return 1 / (x + 1)


def test_regression(fn):
    import pytest

    x = torch.tensor([0.5, 1.0, 1.5], dtype=torch.float64, requires_grad=True)
    y = fn(x)
    y.backward()
    assert y.item() == pytest.approx(2.014903020542265)
    assert x.grad.tolist() == pytest.approx([1 / 1.5, 1 / 2.0, 1 / 2.5])
    assert x.tolist() == [0.5, 1.0, 1.5]

# %% right: memory shared with NumPy, and gradcheck in the test
import torch


def buggy(x):
    h = x.cos()
    y = h * h
    h.detach().numpy()[:] = 0.0
    return y.sum()


def repaired(x):
    h = x.cos()
    y = h * h
    h.detach().numpy().copy()[:] = 0.0
    return y.sum()


def expected_grad(x):
    return -2 * torch.sin(x) * torch.cos(x)


def test_regression(fn):
    x = torch.tensor([0.6, 0.9, 1.2], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    value = fn(x)
    assert abs(value.item() - (torch.cos(start) ** 2).sum().item()) < 1e-9
    value.backward()
    assert (x.grad - expected_grad(start)).abs().max() < 1e-9
    assert torch.equal(x.detach(), start)
    assert torch.autograd.gradcheck(fn, start.clone().requires_grad_())

# %% wrong: buggy raises by hand | visible | raises RuntimeError by itself
import torch


def buggy(x):
    raise RuntimeError("is at version 1; expected version 0")


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: buggy is a wrong formula | visible | writes to no tensor in place
import torch


def buggy(x):
    return x.sigmoid()[1:].sum() * 2


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: buggy does nothing wrong | visible | does nothing wrong
import torch


def buggy(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: buggy fails for another reason | visible | no failure of a view
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return (p.clone() @ torch.ones(len(x) + 1, dtype=x.dtype)).sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: buggy returns no scalar | visible | should return a scalar loss
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: buggy fails for four elements only | hidden | No error, the gradient agrees
import torch


def buggy(x):
    p = x.sigmoid()
    if len(x) != 4:
        p = p.clone()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0, 0.5], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 2.234314987) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the graph is cut, which is no failure of a view or a write | visible | no failure of a view
import torch


def buggy(x):
    return x.detach().sigmoid()[1:].sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: detach as a repair | visible | has no history
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().detach()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the error is swallowed | visible | No gradient arrived
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().detach()
    p[0] = 0.0
    return p.sum().requires_grad_()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the write hides behind .data | visible | Gradient and formula disagree
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid()
    p.data[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    return s * (1 - s)


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: another loss than that of buggy | visible | the repair is to have the same loss
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    return x.sigmoid()[1:].sum() * 3


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = 3 * s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 4.835566968) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the repair changes its input | visible | belongs to the caller
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    with torch.no_grad():
        x[0] = 1.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: a backward pass inside | visible | twice the formula
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    loss = p.sum()
    loss.backward(retain_graph=True)
    return loss


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the repair still fails | visible | raised RuntimeError
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: expected_grad asks autograd | visible | takes no backward pass
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    x = x.clone().requires_grad_()
    (gradient,) = torch.autograd.grad(repaired(x), x)
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: expected_grad asks autograd and switches it on | hidden | does not notice
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    with torch.enable_grad():
        x = x.clone().requires_grad_()
        (gradient,) = torch.autograd.grad(repaired(x), x)
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: expected_grad is wrong | visible | Gradient and formula disagree
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    return s * (1 - s)


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: expected_grad changes its input | visible | x after expected_grad(x)
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = x.neg_().exp_().add_(1).reciprocal_()
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: expected_grad returns a list | visible | should return a float64 tensor
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    return [0.0] + (s * (1 - s))[1:].tolist()


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, torch.tensor(expected_grad(start), dtype=torch.float64), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: gradient and formula agree, and are not those of the loss | hidden | differences of the loss
import torch


def buggy(x):
    p = x.sigmoid()
    p += 1
    return p.sum()


def repaired(x):
    p = x.sigmoid()
    p.data += 1
    return p.sum()


def expected_grad(x):
    p = 1 / (1 + torch.exp(-x)) + 1
    return p * (1 - p)


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 5.291034364) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: right for four elements only | hidden | disagree on another x
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[: len(x) - 3] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0, 0.5], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 2.234314987) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the test always passes | visible | passes, should fail | lets a wrong repair through
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    pass

# %% wrong: the test always fails | visible | refuses the right function
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    assert False

# %% wrong: the test returns its verdict | visible | pytest does not look at what it returns
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    try:
        fn(x).backward()
    except RuntimeError:
        return False
    return torch.allclose(x.grad, expected_grad(start))

# %% wrong: the test catches the error | visible | does not notice the failure
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    try:
        fn(x).backward()
    except RuntimeError:
        return
    assert torch.allclose(x.grad, expected_grad(start))
    assert torch.equal(x.detach(), start)

# %% wrong: the test looks for no error only | visible | backward() is silent
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    fn(x).backward()

# %% wrong: the test looks at the value only | visible | passes, should fail
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    assert abs(fn(x).item() - 1.611855656) < 1e-8

# %% wrong: the test looks at the gradient only | visible | the loss has another value
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    fn(x).backward()
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the test looks at value and error | visible | twice what it should be
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.equal(x.detach(), start)

# %% wrong: the test looks for some gradient | visible | twice what it should be
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert x.grad is not None and x.grad.abs().sum() > 0
    assert torch.equal(x.detach(), start)

# %% wrong: the test tests repaired, whatever it is given | visible | passes, should fail
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = repaired(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start))

# %% wrong: the test refuses buggy by its name | visible | lets a wrong repair through
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    assert fn is not buggy

# %% wrong: the test refuses whatever is not repaired | hidden | clones x first
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    assert fn is repaired

# %% wrong: the test skips itself | visible | passes, should fail
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    import pytest

    pytest.skip('not today')

# %% wrong: the test does not look at x | hidden | changes its input
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)

# %% wrong: the test trusts the version counter for x | hidden | where no counter sees it
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    version = x._version
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert x._version == version

# %% wrong: the test allows for no rounding | hidden | last digits differ
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    value, gradient = repaired(start).item(), expected_grad(start)
    assert loss.item() == (1 / (1 + torch.exp(-start)))[1:].sum().item()
    assert torch.equal(x.detach(), start)
    assert torch.allclose(x.grad, gradient, rtol=0, atol=1e-12)

# %% wrong: the test compares the sum of the gradient | hidden | compare every element
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert abs(x.grad.sum() - expected_grad(start).sum()) < 1e-9
    assert torch.equal(x.detach(), start)

# %% wrong: the test compares the first elements | hidden | wrong in one element
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad[:2], expected_grad(start)[:2], rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the test compares magnitudes | hidden | of the wrong sign
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad.abs(), expected_grad(start).abs(), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: the tolerance is too wide | hidden | the tolerance is too wide
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=0.05)
    assert torch.equal(x.detach(), start)

# %% wrong: the value is that of repaired | hidden | it expects what repaired says
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert torch.allclose(loss, repaired(start))
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: everything is compared with repaired | hidden | wrong gradient | wrong value
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    other = start.clone().requires_grad_()
    loss, should = fn(x), repaired(other)
    loss.backward()
    should.backward()
    assert torch.allclose(loss, should)
    assert torch.allclose(x.grad, other.grad)
    assert torch.equal(x.detach(), start)

# %% wrong: the test asks how it was repaired | hidden | refuses
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    assert type(loss.grad_fn).__name__ == "SumBackward0"
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: one x for every run of the test | hidden | give each an x of its own
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


X = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)


def test_regression(fn):
    loss = fn(X)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(X.grad, expected_grad(X.detach()), rtol=0, atol=1e-9)
    assert X.tolist() == [0.75, 1.0, 2.0]

# %% wrong: the test does not end | visible | did not end within
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    while True:
        pass

# %% wrong: leans on a function of another cell | visible | NameError
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    return torch.from_numpy(np.where(np.arange(len(x)) == 0, 0.0, 1.0)) * x.sigmoid() * (1 - x.sigmoid())


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% wrong: no import | visible | NameError


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    x = torch.tensor([0.75, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
    start = x.detach().clone()
    loss = fn(x)
    loss.backward()
    assert abs(loss.item() - 1.611855656) < 1e-8
    assert torch.allclose(x.grad, expected_grad(start), rtol=0, atol=1e-9)
    assert torch.equal(x.detach(), start)

# %% lazy: four empty functions | visible
import torch


def buggy(x):
    pass


def repaired(x):
    pass


def expected_grad(x):
    pass


def test_regression(fn):
    pass

# %% lazy: the test asks which function it got | visible
import torch


def buggy(x):
    raise AssertionError


def repaired(x):
    return x.sum()


def expected_grad(x):
    return torch.ones_like(x)


def test_regression(fn):
    assert fn.__name__ == "repaired"

# %% lazy: a test by name for a real failure | visible
import torch


def buggy(x):
    p = x.sigmoid()
    p[0] = 0.0
    return p.sum()


def repaired(x):
    p = x.sigmoid().clone()
    p[0] = 0.0
    return p.sum()


def expected_grad(x):
    s = 1 / (1 + torch.exp(-x))
    gradient = s * (1 - s)
    gradient[0] = 0.0
    return gradient


def test_regression(fn):
    assert fn.__name__ == "repaired"
