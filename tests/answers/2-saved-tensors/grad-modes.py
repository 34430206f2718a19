# %% right: rows that are equal written once
def grad_modes():
    tracked, plain = (True, False, True), (False, True, True)
    return {
        "no mode": tracked,
        "eval()": tracked,
        "no_grad > enable_grad": tracked,
        "no_grad": plain,
        "set_grad_enabled(False)": plain,
        "requires_grad_(False)": plain,
        "inference_mode": (False, True, False),
    }

# %% right: built column by column
def grad_modes():
    names = ["no mode", "no_grad", "inference_mode", "set_grad_enabled(False)", "no_grad > enable_grad", "requires_grad_(False)", "eval()"]
    tracked = {"no mode", "no_grad > enable_grad", "eval()"}
    return {name: (name in tracked, name not in tracked, name != "inference_mode") for name in names}

# %% wrong: eval switches tracking off | hidden | three different questions
def grad_modes():
    tracked, plain = (True, False, True), (False, True, True)
    return {
        "no mode": tracked, "eval()": plain, "no_grad > enable_grad": tracked, "no_grad": plain,
        "set_grad_enabled(False)": plain, "requires_grad_(False)": plain, "inference_mode": (False, True, False),
    }

# %% wrong: inference mode is a faster no_grad | hidden | later use
def grad_modes():
    tracked, plain = (True, False, True), (False, True, True)
    return {
        "no mode": tracked, "eval()": tracked, "no_grad > enable_grad": tracked, "no_grad": plain,
        "set_grad_enabled(False)": plain, "requires_grad_(False)": plain, "inference_mode": plain,
    }

# %% wrong: no_grad cannot be undone inside | hidden | three different questions
def grad_modes():
    tracked, plain = (True, False, True), (False, True, True)
    return {
        "no mode": tracked, "eval()": tracked, "no_grad > enable_grad": plain, "no_grad": plain,
        "set_grad_enabled(False)": plain, "requires_grad_(False)": plain, "inference_mode": (False, True, False),
    }

# %% wrong: a result without history can never be used again | hidden | three different questions
def grad_modes():
    tracked, plain = (True, False, True), (False, True, False)
    return {
        "no mode": tracked, "eval()": tracked, "no_grad > enable_grad": tracked, "no_grad": plain,
        "set_grad_enabled(False)": plain, "requires_grad_(False)": plain, "inference_mode": plain,
    }

# %% wrong: words instead of bools | visible | three times True or False
def grad_modes():
    names = ["no mode", "no_grad", "inference_mode", "set_grad_enabled(False)", "no_grad > enable_grad", "requires_grad_(False)", "eval()"]
    return {name: ("yes", "no", "yes") for name in names}

# %% lazy: the same row everywhere | hidden
def grad_modes():
    names = ["no mode", "no_grad", "inference_mode", "set_grad_enabled(False)", "no_grad > enable_grad", "requires_grad_(False)", "eval()"]
    return dict.fromkeys(names, (False, True, True))

# %% lazy: one row only | visible | the list of modes
def grad_modes():
    return {"no_grad": (False, True, True)}
