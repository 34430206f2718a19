# %% right: by exception, and with the slope kept
def passes_gradcheck(f, x):
    point = x.detach().to(torch.float64).contiguous().clone().requires_grad_()
    try:
        torch.autograd.gradcheck(f, (point,))
    except RuntimeError:
        return False
    return True


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x, torch.tensor(k, dtype=x.dtype))
        return torch.sin(k * x)

    @staticmethod
    def backward(ctx, above):
        x, k = ctx.saved_tensors
        return above * torch.cos(k * x) * k, None


def wave(x, k):
    return Wave.apply(x, k)

# %% right: the function is made for its k
def passes_gradcheck(f, x):
    numbers = torch.tensor(x.detach().double().tolist(), dtype=torch.float64)
    numbers.requires_grad = True
    return torch.autograd.gradcheck(f, numbers, raise_exception=False)


def wave(x, k):
    class OneWave(torch.autograd.Function):
        @staticmethod
        def forward(ctx, t):
            ctx.save_for_backward(t)
            return (t * k).sin()

        @staticmethod
        def backward(ctx, grad):
            return grad * k * (ctx.saved_tensors[0] * k).cos()

    return OneWave.apply(x)

# %% wrong: float32 as it comes, and the factor still missing | visible | gradcheck does not convert | factor k is still missing
def passes_gradcheck(f, x):
    return torch.autograd.gradcheck(f, x.detach().clone().requires_grad_(), raise_exception=False)


def wave(x, k):
    return WaveBroken.apply(x, k)

# %% wrong: the incoming gradient is forgotten | visible | comes in from above is missing
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x).cos(), None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: keeps the input on ctx, out of the guard's sight | hidden | was not noticed
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.x, ctx.k = x, k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        return ctx.k * (ctx.k * ctx.x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: no Function at all | hidden | Function of your own
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point, raise_exception=False)


def wave(x, k):
    return (k * x).sin()

# %% wrong: a backward pass that cannot be differentiated | hidden | gradgradcheck does not accept it
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: the slope is detached | hidden | gradgradcheck does not accept it
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x.detach()).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: gradcheck at the caller's own tensor | hidden
def passes_gradcheck(f, x):
    point = x.detach().double().requires_grad_() if not x.requires_grad else x
    return torch.autograd.gradcheck(f, point, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: the sign of minus sine, copied from the cosine | visible | plus cosine
def passes_gradcheck(f, x):
    return True


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return -ctx.k * (ctx.k * x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% lazy: everything passes, and plain autograd | visible
def passes_gradcheck(f, x):
    return True


def wave(x, k):
    return (k * x).sin()

# %% lazy: right for the visible k only | hidden
def passes_gradcheck(f, x):
    return "WaveBroken" not in getattr(getattr(f, "__code__", None), "co_names", ())


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * (3 * x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% right: in the style with setup_context
def passes_gradcheck(f, x):
    point = x.detach().double().clone(memory_format=torch.contiguous_format)
    return torch.autograd.gradcheck(f, [point.requires_grad_(True)], raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(x, k):
        return torch.sin(x * k)

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.k = inputs
        ctx.save_for_backward(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * torch.cos(x * ctx.k) * ctx.k, None


def wave(x, k):
    return Wave.apply(x, k)

# %% right: the mistaken class is mended by a rule about its outside
def passes_gradcheck(f, x):
    numbers = torch.zeros(x.shape, dtype=torch.float64) + x.detach()
    return torch.autograd.gradcheck(f, numbers.requires_grad_(), raise_exception=False)


class Sine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inside):
        ctx.save_for_backward(inside)
        return inside.sin()

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return inside.cos() * grad


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (x * k).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (ctx.k * x).cos().mul(ctx.k), None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: saves the slope in place of x | hidden | save x itself
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(k * (k * x).cos())
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0] * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: forgets that k is an input as well | visible | incorrect number of gradients
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x).cos() * grad


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: the loosest tolerances in place of doubles | visible | with its own tolerances
def passes_gradcheck(f, x):
    point = x.detach().clone().requires_grad_()
    return torch.autograd.gradcheck(f, point, eps=1e-2, atol=10, rtol=1, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: float32 with a coarse step and tolerances to match | hidden | in float64
def passes_gradcheck(f, x):
    point = x.detach().float().clone().requires_grad_()
    return torch.autograd.gradcheck(f, point, eps=1e-2, atol=1e-2, rtol=1e-2, raise_exception=False)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)

# %% wrong: an exception in place of False | visible
def passes_gradcheck(f, x):
    point = torch.tensor(x.tolist(), dtype=torch.float64, requires_grad=True)
    return torch.autograd.gradcheck(f, point)


class Wave(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return (k * x).sin()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.k * (ctx.k * x).cos() * grad, None


def wave(x, k):
    return Wave.apply(x, k)
