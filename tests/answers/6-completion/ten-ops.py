# %% right: another draw, returned at once as tuples
def ten_ops():
    return 178_325, ("view", "copy", "ambiguous", "view", "ambiguous", "view", "view", "copy", "copy", "ambiguous")

# %% right: the labels in two rows put together
def ten_ops():
    first = ["view", "ambiguous", "ambiguous", "ambiguous", "copy"]
    second = ["ambiguous", "copy", "view", "view", "copy"]
    return [178324, first + second]

# %% wrong: the labels of another draw | visible | of ten labels are right for the draw of seed 178324 | in its order
def ten_ops():
    seed = 178324
    labels = ["view", "copy", "ambiguous", "view", "ambiguous", "view", "view", "copy", "copy", "ambiguous"]
    return seed, labels

# %% wrong: the right labels in reverse order | visible | They are counted, not named
def ten_ops():
    seed = 178324
    labels = ["view", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"][::-1]
    return seed, labels

# %% wrong: nine are right | visible | 9 of ten labels are right
def ten_ops():
    seed = 178324
    labels = ["copy", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"]
    return seed, labels

# %% wrong: seven are right | visible | 7 of ten labels are right
def ten_ops():
    seed = 178324
    labels = ["copy", "view", "view", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"]
    return seed, labels

# %% wrong: five are right | visible | 5 of ten labels are right
def ten_ops():
    seed = 178324
    labels = ["copy", "view", "view", "view", "ambiguous", "ambiguous", "copy", "view", "view", "copy"]
    return seed, labels

# %% wrong: nine labels | visible | a list of ten labels
def ten_ops():
    seed = 178324
    labels = ["view", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view",]
    return seed, labels

# %% wrong: labels with capitals | visible | and nothing else
def ten_ops():
    seed = 178324
    labels = ["View", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "View", "View", "copy"]
    return seed, labels

# %% wrong: one label left out | visible | and nothing else
def ten_ops():
    seed = 178324
    labels = [..., "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"]
    return seed, labels

# %% wrong: the form not filled in | visible | the seed is Ellipsis
def ten_ops():
    seed = ...
    labels = ["view", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"]
    return seed, labels

# %% wrong: the seed as text | visible | should be the number in the first line
def ten_ops():
    seed = "178324"
    labels = ["view", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"]
    return seed, labels

# %% wrong: a seed that no draw has | visible | should be the number in the first line
def ten_ops():
    seed = -178324
    labels = ["view", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"]
    return seed, labels

# %% wrong: only the labels | visible | two things
def ten_ops():
    return ["view", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy"]

# %% wrong: a dictionary by operation | visible | two things
def ten_ops():
    return {op.name: "view" for op in opbank.draw(178324)}

# %% wrong: labels by running the operations | visible | computes something
def ten_ops():
    labels = []
    for op in opbank.draw(178324):
        seen = {bool(np.shares_memory(op.call(*s).numpy(), s[0].numpy())) for s in op.samples()}
        labels.append("ambiguous" if len(seen) == 2 else "view" if seen.pop() else "copy")
    return 178324, labels

# %% wrong: labels by trying all three against the digest | visible | computes something
def ten_ops():
    ops = opbank.draw(178324)
    return 178324, [
        next(label for label in opbank.LABELS if op.digest == opbank.seal(op.name, label)) for op in ops
    ]

# %% wrong: draws anew at every call | visible | computes something
def ten_ops():
    ops = opbank.draw()
    labels = [next(label for label in opbank.LABELS if opbank.count_right([op], [label])) for op in ops]
    return ops.seed, labels

# %% wrong: computed outside and handed in | visible | computes something
LABELS = ("view", "ambiguous", "ambiguous", "ambiguous", "copy", "ambiguous", "copy", "view", "view", "copy")

def ten_ops():
    return 178324, LABELS

# %% lazy: everything is ambiguous | visible
def ten_ops():
    return 178324, ["ambiguous"] * 10

# %% lazy: everything is a view | visible
def ten_ops():
    return 7, ["view"] * 10

# %% lazy: takes the labels from the course | visible
def ten_ops():
    ops = opbank.draw(178324)
    return 178324, [op.label for op in ops]
