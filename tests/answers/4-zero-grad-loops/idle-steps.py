# %% right: by the names that move with zeros
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: (False, name in ("SGD with momentum", "SGD with weight decay", "Adam", "AdamW")) for name in names}


# %% right: two groups
def idle_steps():
    still, moving = (False, False), (False, True)
    return {
        "AdamW": moving, "Adam": moving, "SGD with momentum": moving, "SGD with weight decay": moving,
        "Adagrad": still, "RMSprop": still, "SGD": still,
    }


# %% wrong: zeros are no gradient | hidden | Zeros are a gradient
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: (False, False) for name in names}


# %% wrong: weight decay needs no gradient | hidden | None means skip
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: (name in ("SGD with weight decay", "AdamW"), name in ("SGD with momentum", "SGD with weight decay", "Adam", "AdamW")) for name in names}


# %% wrong: momentum goes on with None | hidden | None means skip
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: (name in ("SGD with momentum", "Adam", "AdamW"), name in ("SGD with momentum", "SGD with weight decay", "Adam", "AdamW")) for name in names}


# %% wrong: only decay moves by zeros | hidden | remembered
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: (False, name in ("SGD with weight decay", "AdamW")) for name in names}


# %% wrong: everything adaptive moves | hidden | zero moves nothing
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: (False, name != "SGD") for name in names}


# %% wrong: words instead of bools | visible | twice True or False
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: ("no", "yes") for name in names}


# %% lazy: the same row everywhere | hidden
def idle_steps():
    names = ["SGD", "SGD with momentum", "SGD with weight decay", "Adam", "AdamW", "RMSprop", "Adagrad"]
    return {name: (False, True) for name in names}


# %% lazy: leaves out rows | visible | the list of optimizers
def idle_steps():
    return {"SGD": (False, False)}

