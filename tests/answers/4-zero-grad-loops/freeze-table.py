# %% right: by the letters that move
def freeze_table():
    return {letter: (letter in "C", letter in "CDHI") for letter in "ABCDEFGHI"}


# %% right: row by row, with names
def freeze_table():
    still, decays, both = (False, False), (False, True), (True, True)
    table = dict.fromkeys("ABEFG", still)
    table.update(C=both, D=decays, H=decays, I=decays)
    return table


# %% wrong: freezing clears the gradient | hidden | Freezing does not clear it
def freeze_table():
    return {letter: (letter in "", letter in "DHI") for letter in "ABCDEFGHI"}


# %% wrong: weight decay acts on every parameter of the optimizer | hidden | skips a parameter
def freeze_table():
    return {letter: (letter in "C", letter in "ABCDEFGHI") for letter in "ABCDEFGHI"}


# %% wrong: zeros are as good as None | hidden | Zeros are a gradient
def freeze_table():
    return {letter: (letter in "C", letter in "C") for letter in "ABCDEFGHI"}


# %% wrong: a stale gradient survives the zeroing | hidden | is in .grad when step() looks
def freeze_table():
    return {letter: (letter in "CDEH", letter in "CDEHI") for letter in "ABCDEFGHI"}


# %% wrong: SGD is taken to decay, too | hidden | by nothing else
def freeze_table():
    return {letter: (letter in "CDHI", letter in "CDHI") for letter in "ABCDEFGHI"}


# %% wrong: one bool per scenario | visible | twice True or False
def freeze_table():
    return {letter: letter == "C" for letter in "ABCDEFGHI"}


# %% lazy: nothing ever moves | hidden
def freeze_table():
    return {letter: (letter in "", letter in "") for letter in "ABCDEFGHI"}


# %% lazy: everything moves | hidden
def freeze_table():
    return {letter: (letter in "ABCDEFGHI", letter in "ABCDEFGHI") for letter in "ABCDEFGHI"}


# %% lazy: scenario A for all | hidden
def freeze_table():
    row = tuple(experiment_a(lambda p: make(p, lr=0.1)) for make in (torch.optim.SGD, torch.optim.AdamW))
    return dict.fromkeys("ABCDEFGHI", row)

