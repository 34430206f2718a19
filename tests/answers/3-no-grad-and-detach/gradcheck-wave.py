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
