# %% right: as a dictionary
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['not zeroed', 'zeroed too early', 'state forgotten', 'wrong tensor', 'path cut']))


# %% right: by letters
def diagnose():
    words = {"e": "path cut", "d": "wrong tensor", "c": "state forgotten", "b": "zeroed too early", "a": "not zeroed"}
    return {f"loop_{letter}": word for letter, word in words.items()}


# %% wrong: two flat curves have one cause | hidden | never seen
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['not zeroed', 'zeroed too early', 'state forgotten', 'zeroed too early', 'path cut']))


# %% wrong: the flat loop is untracked | hidden | none when step() looks
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['not zeroed', 'not tracked', 'state forgotten', 'wrong tensor', 'path cut']))


# %% wrong: the copy is taken for a non-leaf | hidden | never seen
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['not zeroed', 'zeroed too early', 'state forgotten', 'non-leaf', 'path cut']))


# %% wrong: nothing seems wrong with momentum | hidden | new optimizer
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['not zeroed', 'zeroed too early', 'not zeroed', 'wrong tensor', 'path cut']))


# %% wrong: a graph that is kept makes it swing | hidden | sum of two gradients
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['graph kept', 'zeroed too early', 'state forgotten', 'wrong tensor', 'path cut']))


# %% wrong: the intercept belongs to another tensor | hidden | item() leaves the graph
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['not zeroed', 'zeroed too early', 'state forgotten', 'wrong tensor', 'wrong tensor']))


# %% wrong: words of one's own | visible | not in the table
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['forgot zero_grad', 'zeroed too early', 'state forgotten', 'wrong tensor', 'path cut']))


# %% lazy: the same word everywhere | hidden
def diagnose():
    return dict(zip(["loop_a", "loop_b", "loop_c", "loop_d", "loop_e"], ['not zeroed', 'not zeroed', 'not zeroed', 'not zeroed', 'not zeroed']))


# %% lazy: nothing | visible
def diagnose():
    return {}

