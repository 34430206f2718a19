# %% right: found by experiment
def predict_edits():
    answers = {}
    for line in [
        "y = a + 1", "y = a * 3", "y = a * a", "y = a.exp()", "y = a.log()", "y = a.sqrt()",
        "y = a.sin()", "y = a.relu()", "y = a.sum()", "y = 2 ** a", "y = a.max(0).values", "y = a.prod()",
    ]:
        raised = set()
        for name in ("a", "y"):
            scope = {"a": torch.rand(3, 3).add(1).requires_grad_().clone()}
            exec(line, scope)
            scope[name].detach().add_(1)
            try:
                scope["y"].sum().backward()
            except RuntimeError:
                raised.add(name)
        answers[line] = {"a": "input", "y": "output", "ay": "both", "": "neither"}["".join(sorted(raised))]
    return answers

# %% right: grouped by word
def predict_edits():
    words = {
        "neither": "y = a + 1; y = a * 3; y = a.sum(); y = a.max(0).values",
        "input": "y = a * a; y = a.log(); y = a.sin()",
        "output": "y = a.exp(); y = a.sqrt(); y = a.relu()",
        "both": "y = 2 ** a; y = a.prod()",
    }
    return {line: word for word, lines in words.items() for line in lines.split("; ")}

# %% wrong: multiplication needs its inputs, whatever the other factor is | visible | that is no tensor
def predict_edits():
    return {
        "y = a + 1": "neither", "y = a * 3": "input", "y = a * a": "input", "y = a.exp()": "output",
        "y = a.log()": "input", "y = a.sqrt()": "output", "y = a.sin()": "input", "y = a.relu()": "output",
        "y = a.sum()": "neither", "y = 2 ** a": "both", "y = a.max(0).values": "neither", "y = a.prod()": "both",
    }

# %% wrong: every derivative is taken from the input | visible | keeps its result
def predict_edits():
    return {
        "y = a + 1": "neither", "y = a * 3": "neither", "y = a * a": "input", "y = a.exp()": "input",
        "y = a.log()": "input", "y = a.sqrt()": "input", "y = a.sin()": "input", "y = a.relu()": "input",
        "y = a.sum()": "neither", "y = 2 ** a": "input", "y = a.max(0).values": "neither", "y = a.prod()": "input",
    }

# %% wrong: never edit anything that requires grad | visible | no number has to be kept
def predict_edits():
    return {
        "y = a + 1": "both", "y = a * 3": "both", "y = a * a": "both", "y = a.exp()": "both",
        "y = a.log()": "both", "y = a.sqrt()": "both", "y = a.sin()": "both", "y = a.relu()": "both",
        "y = a.sum()": "both", "y = 2 ** a": "both", "y = a.max(0).values": "both", "y = a.prod()": "both",
    }

# %% wrong: a maximum keeps the values, an exponential only its result | visible | where the maximum was | keeps the exponent
def predict_edits():
    return {
        "y = a + 1": "neither", "y = a * 3": "neither", "y = a * a": "input", "y = a.exp()": "output",
        "y = a.log()": "input", "y = a.sqrt()": "output", "y = a.sin()": "input", "y = a.relu()": "output",
        "y = a.sum()": "neither", "y = 2 ** a": "output", "y = a.max(0).values": "both", "y = a.prod()": "both",
    }

# %% wrong: two words of one's own | visible | should be 'input', 'output', 'both' or 'neither'
def predict_edits():
    return {
        "y = a + 1": "none", "y = a * 3": "none", "y = a * a": "input", "y = a.exp()": "output",
        "y = a.log()": "input", "y = a.sqrt()": "output", "y = a.sin()": "input", "y = a.relu()": "output",
        "y = a.sum()": "none", "y = 2 ** a": "both", "y = a.max(0).values": "none", "y = a.prod()": "both",
    }

# %% lazy: the same word twelve times | visible
def predict_edits():
    return dict.fromkeys([
        "y = a + 1", "y = a * 3", "y = a * a", "y = a.exp()", "y = a.log()", "y = a.sqrt()",
        "y = a.sin()", "y = a.relu()", "y = a.sum()", "y = 2 ** a", "y = a.max(0).values", "y = a.prod()",
    ], "input")

# %% lazy: one line only | visible | the list of lines
def predict_edits():
    return {"y = a + 1": "neither"}
