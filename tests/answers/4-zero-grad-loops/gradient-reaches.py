# %% right: rows in order
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(True, False, True), (True, True, True), (True, True, True), (False, False, True), (False, True, True), (True, False, True), (False, False, True)]
    return dict(zip(lines, rows))


# %% right: built column by column
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    cut = {lines[3], lines[4], lines[6]}
    untrained = {lines[0], lines[3], lines[5], lines[6]}
    return {line: (line not in cut, line not in untrained, True) for line in reversed(lines)}


# %% wrong: the attribute of a module freezes | hidden | nobody reads
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(True, False, True), (True, False, True), (True, True, True), (False, False, True), (False, True, True), (True, False, True), (False, False, True)]
    return dict(zip(lines, rows))


# %% wrong: eval freezes | hidden | nothing to do with gradients
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(True, False, True), (True, True, True), (True, False, True), (False, False, True), (False, True, True), (True, False, True), (False, False, True)]
    return dict(zip(lines, rows))


# %% wrong: a frozen layer stops the gradient | hidden | lets the gradient through
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(False, False, True), (True, True, True), (True, True, True), (False, False, True), (False, True, True), (True, False, True), (False, False, True)]
    return dict(zip(lines, rows))


# %% wrong: detach of the output is as good as freezing | hidden | everything upstream
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(True, False, True), (True, True, True), (True, True, True), (True, False, True), (False, True, True), (True, False, True), (False, False, True)]
    return dict(zip(lines, rows))


# %% wrong: a detached input freezes the layer behind it | hidden | still gets a gradient
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(True, False, True), (True, True, True), (True, True, True), (False, False, True), (False, False, True), (True, False, True), (False, False, True)]
    return dict(zip(lines, rows))


# %% wrong: two bools | visible | three times True or False
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(True, True), (True, True), (True, True), (True, True), (True, True), (True, True), (True, True)]
    return dict(zip(lines, rows))


# %% lazy: the same row everywhere | hidden
def gradient_reaches():
    lines = ["middle.requires_grad_(False)", "middle.requires_grad = False", "middle.eval()", "detach the output of middle", "detach the input of middle", "detach weight and bias of middle", "run middle under no_grad"]
    rows = [(True, False, True), (True, False, True), (True, False, True), (True, False, True), (True, False, True), (True, False, True), (True, False, True)]
    return dict(zip(lines, rows))


# %% lazy: an empty table | visible | the list of lines
def gradient_reaches():
    return {}

