# %% right: hooks with a set of storages seen
def saved_bytes(f, x, params=()):
    seen = {t.untyped_storage().data_ptr() for t in (x, *params)}
    sizes, alive = [], []

    def pack(t):
        address = t.untyped_storage().data_ptr()
        if address not in seen:
            seen.add(address)
            sizes.append(t.untyped_storage().nbytes())
            alive.append(t)
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        alive.append(f(x))
    return sum(sizes)

# %% right: a subclass of the hooks
def saved_bytes(f, x, params=()):
    class Meter(saved_tensors_hooks):
        def __init__(self):
            self.kept = []
            super().__init__(self.take, lambda t: t)

        def take(self, t):
            self.kept.append(t)
            return t

    meter = Meter()
    with meter:
        y = f(x)
    there = [t.untyped_storage().data_ptr() for t in [x, *params]]
    storages = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in meter.kept}
    del y
    return sum(size for address, size in storages.items() if address not in there)

# %% wrong: counts every saved tensor | visible | count its storage once
def saved_bytes(f, x, params=()):
    known = {t.untyped_storage().data_ptr() for t in (x, *params)}
    total = 0

    def pack(t):
        nonlocal total
        if t.untyped_storage().data_ptr() not in known:
            total += t.untyped_storage().nbytes()
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        f(x)
    return total

# %% wrong: x counts as kept | visible | which you would have without any graph
def saved_bytes(f, x, params=()):
    kept = {}

    def pack(t):
        kept[t.untyped_storage().data_ptr()] = t.untyped_storage().nbytes()
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        y = f(x)
    for p in params:
        kept.pop(p.untyped_storage().data_ptr(), None)
    return sum(kept.values())

# %% wrong: recognises a parameter only as the very same object | visible | transposed view
def saved_bytes(f, x, params=()):
    kept = {}

    def pack(t):
        if not any(t is known for known in (x, *params)):
            kept[t.untyped_storage().data_ptr()] = t.untyped_storage().nbytes()
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        y = f(x)
    kept.pop(x.untyped_storage().data_ptr(), None)
    return sum(kept.values())

# %% wrong: counts elements of the tensor, not the storage behind it | hidden | whole
def saved_bytes(f, x, params=()):
    kept = {}

    def pack(t):
        address = t.untyped_storage().data_ptr()
        kept[address] = min(kept.get(address, 10**9), t.numel() * t.element_size())
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        y = f(x)
    for p in (x, *params):
        kept.pop(p.untyped_storage().data_ptr(), None)
    return sum(kept.values())

# %% wrong: the hook keeps nothing for the backward pass | hidden | could not go on
def saved_bytes(f, x, params=()):
    kept, alive = {}, []

    def pack(t):
        kept[t.untyped_storage().data_ptr()] = t.untyped_storage().nbytes()
        alive.append(t)

    with saved_tensors_hooks(pack, lambda nothing: nothing):
        f(x)
    for p in (x, *params):
        kept.pop(p.untyped_storage().data_ptr(), None)
    return sum(kept.values())

# %% wrong: addresses of tensors instead of storages | hidden | A storage counts once
def saved_bytes(f, x, params=()):
    kept = {}

    def pack(t):
        kept[t.data_ptr()] = t.untyped_storage().nbytes()
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        y = f(x)
    for p in (x, *params):
        kept.pop(p.data_ptr(), None)
    return sum(kept.values())

# %% wrong: counts the result | visible | should be
def saved_bytes(f, x, params=()):
    return f(x).untyped_storage().nbytes()

# %% wrong: assumes four bytes per number | visible | should be 800
def saved_bytes(f, x, params=()):
    kept = {}

    def pack(t):
        kept[t.untyped_storage().data_ptr()] = 4 * t.untyped_storage().nbytes() // t.element_size()
        return t

    with saved_tensors_hooks(pack, lambda t: t):
        y = f(x)
    for p in (x, *params):
        kept.pop(p.untyped_storage().data_ptr(), None)
    return sum(kept.values())

# %% lazy: the visible numbers | visible
def saved_bytes(f, x, params=()):
    return 800 if f is torch.exp else 0

# %% lazy: takes it from the course | visible
def saved_bytes(f, x, params=()):
    from course.tape import saved_bytes as borrowed

    return borrowed(f, x, params)
