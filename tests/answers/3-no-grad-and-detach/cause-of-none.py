# %% right: recursion over the suspects
def cause_of_none(text, name):
    def look(program):
        scope = {"torch": torch}
        try:
            exec(program, scope)
        except RuntimeError:
            return "raised"
        return "filled" if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    before = look(text)
    changed = {cause: re.sub(*pair, text) for cause, pair in SUSPECTS.items() if re.search(pair[0], text)}
    after = {cause: look(program) for cause, program in changed.items()}
    guilty = [cause for cause, verdict in after.items() if verdict not in (before, "raised")]
    rest = dict(zip(
        ["no requires_grad", "no graph", "not reached", "not retained", "retained late", "not filled"],
        ["never set", "not differentiable", "unused", "an operation", "the order", "no backward"],
    ))
    return (before, guilty[0] if guilty else rest[before])

# %% right: with patterns of its own, line by line
def cause_of_none(text, name):
    replace = [
        ("no_grad", "with torch.no_grad():", "if 1:"), ("detach", ".detach()", ""), ("item", ".item()", ""),
        ("frozen", ".requires_grad_(False)", ""), ("cleared", f"{name}.grad = None", "0"),
        ("autograd.grad", f"torch.autograd.grad(loss, {name})", "loss.backward()"),
    ]
    variants = [(cause, text.replace(old, new)) for cause, old, new in replace if old in text]
    if "inputs=[" in text:
        head, tail = text.split("inputs=[")
        variants.append(("inputs", head + tail.split("]", 1)[1]))

    def verdict(program):
        scope = {}
        exec("import torch\n" + program, scope)
        if scope[name].grad is not None:
            return None
        return why_none(scope[name], scope["loss"])

    kind = verdict(text)
    for cause, program in variants:
        try:
            now = verdict(program)
        except Exception:
            continue
        if now != kind:
            return (kind, cause)
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: the first suspicious word | visible | The word stands there
def cause_of_none(text, name):
    scope = {"torch": torch}
    exec(text, scope)
    kind = why_none(scope[name], scope["loss"])
    for cause in ("detach", "no_grad", "item", "frozen", "cleared", "inputs", "autograd.grad"):
        if re.search(SUSPECTS[cause][0], text):
            return kind, cause
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: a program that raises is proof | visible | the update needs it
def cause_of_none(text, name):
    def verdict(program):
        scope = {"torch": torch}
        try:
            exec(program, scope)
        except RuntimeError:
            return "error"
        return None if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    kind = verdict(text)
    for cause, (pattern, instead) in SUSPECTS.items():
        if verdict(re.sub(pattern, instead, text)) != kind:
            return kind, cause
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: only a gradient that is there counts as proof | visible | then the class is another one
def cause_of_none(text, name):
    def verdict(program):
        scope = {"torch": torch}
        exec(program, scope)
        return None if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    kind = verdict(text)
    for cause, (pattern, instead) in SUSPECTS.items():
        try:
            if verdict(re.sub(pattern, instead, text)) is None:
                return kind, cause
        except RuntimeError:
            pass
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: the class alone decides | visible | It was set
def cause_of_none(text, name):
    scope = {"torch": torch}
    exec(text, scope)
    kind = why_none(scope[name], scope["loss"])
    return kind, {"not filled": "cleared", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: takes all suspects away at once and blames the first | visible | cleared
def cause_of_none(text, name):
    def verdict(program):
        scope = {"torch": torch}
        exec(program, scope)
        return None if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    kind, changed = verdict(text), text
    present = [cause for cause, (pattern, _) in SUSPECTS.items() if re.search(pattern, text)]
    for pattern, instead in SUSPECTS.values():
        changed = re.sub(pattern, instead, changed)
    try:
        if verdict(changed) != kind:
            return kind, present[0]
    except RuntimeError:
        pass
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% lazy: words of the class and of the text, fitted to the visible programs | hidden
def cause_of_none(text, name):
    scope = {"torch": torch}
    exec(text, scope)
    kind = why_none(scope[name], scope["loss"])
    return kind, {"no requires_grad": "no_grad", "not reached": "unused", "not filled": "cleared"}.get(kind, "detach")

# %% lazy: one answer for everything | visible
def cause_of_none(text, name):
    return ("not reached", "unused")

# %% right: why_none itself says that there is a gradient
def cause_of_none(text, name):
    def kind_of(program):
        scope = {"torch": torch}
        exec(program, scope)
        try:
            return why_none(scope[name], scope["loss"])
        except ValueError:
            return "a gradient"

    kind = kind_of(text)
    for cause in SUSPECTS:
        try:
            if kind_of(re.sub(*SUSPECTS[cause], text)) != kind:
                return kind, cause
        except RuntimeError:
            continue
    if kind == "no requires_grad":
        return kind, "never set"
    if kind == "no graph":
        return kind, "not differentiable"
    if kind == "not reached":
        return kind, "unused"
    if kind == "not retained":
        return kind, "an operation"
    return kind, "the order" if kind == "retained late" else "no backward"

# %% wrong: takes suspects away one after the other and puts none back | hidden
def cause_of_none(text, name):
    def verdict(program):
        scope = {"torch": torch}
        exec(program, scope)
        return None if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    kind = verdict(text)
    for cause, (pattern, instead) in SUSPECTS.items():
        text = re.sub(pattern, instead, text)
        try:
            if verdict(text) != kind:
                return kind, cause
        except RuntimeError:
            pass
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: only the first place of a suspect is taken away | visible | every place
def cause_of_none(text, name):
    def verdict(program):
        scope = {"torch": torch}
        exec(program, scope)
        return None if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    kind = verdict(text)
    for cause, (pattern, instead) in SUSPECTS.items():
        try:
            if verdict(re.sub(pattern, instead, text, count=1)) != kind:
                return kind, cause
        except RuntimeError:
            pass
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: the first suspect without which the program still runs | visible | The word stands there
def cause_of_none(text, name):
    def verdict(program):
        scope = {"torch": torch}
        exec(program, scope)
        return None if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    kind = verdict(text)
    for cause, (pattern, instead) in SUSPECTS.items():
        if not re.search(pattern, text):
            continue
        try:
            verdict(re.sub(pattern, instead, text))
            return kind, cause
        except RuntimeError:
            pass
    return kind, {"not filled": "no backward", "not reached": "unused", "no graph": "not differentiable",
                  "no requires_grad": "never set", "not retained": "an operation", "retained late": "the order"}[kind]

# %% wrong: the cause alone | visible | cleared
def cause_of_none(text, name):
    def verdict(program):
        scope = {"torch": torch}
        exec(program, scope)
        return None if scope[name].grad is not None else why_none(scope[name], scope["loss"])

    kind = verdict(text)
    for cause, (pattern, instead) in SUSPECTS.items():
        try:
            if verdict(re.sub(pattern, instead, text)) != kind:
                return cause
        except RuntimeError:
            pass
    return "unused"
