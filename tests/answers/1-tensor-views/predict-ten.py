# %% right: written as a table
def predict_ten():
    table = """
        x.broadcast_to(shape)  view
        x.reshape(shape)       ambiguous
        x[1:]                  view
        x[[0, 1]]              copy
        x.flatten()            ambiguous
        x.detach()             view
        x.to(dtype)            ambiguous
        x.repeat(1, 1)         copy
        x[torch.tensor(0)]     view
        x.diag()               copy
    """
    rows = (line.rsplit(maxsplit=1) for line in table.strip().splitlines())
    return {name.strip(): label for name, label in rows}

# %% right: grouped by class
def predict_ten():
    groups = {
        "view": ["x.broadcast_to(shape)", "x[1:]", "x.detach()", "x[torch.tensor(0)]"],
        "copy": ["x[[0, 1]]", "x.repeat(1, 1)", "x.diag()"],
        "ambiguous": ["x.reshape(shape)", "x.flatten()", "x.to(dtype)"],
    }
    return {name: label for label, names in groups.items() for name in names}

# %% wrong: what is not on the list must copy | visible | proves nothing
def predict_ten():
    return {
        "x.broadcast_to(shape)": "copy",
        "x.reshape(shape)": "ambiguous",
        "x[1:]": "view",
        "x[[0, 1]]": "copy",
        "x.flatten()": "ambiguous",
        "x.detach()": "view",
        "x.to(dtype)": "ambiguous",
        "x.repeat(1, 1)": "copy",
        "x[torch.tensor(0)]": "view",
        "x.diag()": "copy",
    }

# %% wrong: detach is a copy, reshape is view under another name | visible | not a copy | Some layouts
def predict_ten():
    return {
        "x.broadcast_to(shape)": "view",
        "x.reshape(shape)": "view",
        "x[1:]": "view",
        "x[[0, 1]]": "copy",
        "x.flatten()": "ambiguous",
        "x.detach()": "copy",
        "x.to(dtype)": "ambiguous",
        "x.repeat(1, 1)": "copy",
        "x[torch.tensor(0)]": "view",
        "x.diag()": "copy",
    }

# %% wrong: indexing with a tensor is always advanced, diag is diagonal | visible | counts as an integer | diagonal is the one
def predict_ten():
    return {
        "x.broadcast_to(shape)": "view",
        "x.reshape(shape)": "ambiguous",
        "x[1:]": "view",
        "x[[0, 1]]": "copy",
        "x.flatten()": "ambiguous",
        "x.detach()": "view",
        "x.to(dtype)": "ambiguous",
        "x.repeat(1, 1)": "copy",
        "x[torch.tensor(0)]": "copy",
        "x.diag()": "view",
    }

# %% wrong: from one contiguous float32 input | visible | another coat | nothing to convert
def predict_ten():
    return {
        "x.broadcast_to(shape)": "view",
        "x.reshape(shape)": "view",
        "x[1:]": "view",
        "x[[0, 1]]": "copy",
        "x.flatten()": "view",
        "x.detach()": "view",
        "x.to(dtype)": "copy",
        "x.repeat(1, 1)": "copy",
        "x[torch.tensor(0)]": "view",
        "x.diag()": "copy",
    }

# %% wrong: a list index that a slice could replace is a view, repeat is expand | visible | advanced indexing | even if it repeats once
def predict_ten():
    return {
        "x.broadcast_to(shape)": "view",
        "x.reshape(shape)": "ambiguous",
        "x[1:]": "view",
        "x[[0, 1]]": "view",
        "x.flatten()": "ambiguous",
        "x.detach()": "view",
        "x.to(dtype)": "ambiguous",
        "x.repeat(1, 1)": "view",
        "x[torch.tensor(0)]": "view",
        "x.diag()": "copy",
    }

# %% lazy: everything is ambiguous | visible | of ten are right
def predict_ten():
    lines = [
        "x.broadcast_to(shape)", "x.reshape(shape)", "x[1:]", "x[[0, 1]]", "x.flatten()",
        "x.detach()", "x.to(dtype)", "x.repeat(1, 1)", "x[torch.tensor(0)]", "x.diag()",
    ]
    return dict.fromkeys(lines, "ambiguous")

# %% wrong: labels in a list | visible | should return the dictionary
def predict_ten():
    return ["view", "ambiguous", "view", "copy", "ambiguous", "view", "ambiguous", "copy", "view", "copy"]

# %% wrong: a label left out | visible | Ellipsis
def predict_ten():
    labels = {
        "x.broadcast_to(shape)": "view",
        "x.reshape(shape)": "ambiguous",
        "x[1:]": "view",
        "x[[0, 1]]": "copy",
        "x.flatten()": "ambiguous",
        "x.detach()": "view",
        "x.to(dtype)": ...,
        "x.repeat(1, 1)": "copy",
        "x[torch.tensor(0)]": "view",
        "x.diag()": "copy",
    }
    return labels

# %% lazy: only the lines one is sure of | visible | the list of operations
def predict_ten():
    return {"x[1:]": "view", "x.detach()": "view"}

# %% lazy: takes the labels from the course | visible
def predict_ten():
    return {op.name: op.label for op in opbank.BANK}
