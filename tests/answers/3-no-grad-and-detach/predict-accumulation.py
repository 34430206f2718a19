# %% right: found by running the program
def predict_accumulation():
    holds = {}
    inp = torch.tensor([1.0, 2.0], requires_grad=True)
    out = (inp + 1) ** 2
    first = None
    for point, v in [("A", [1.0, 1.0]), ("B", [1.0, 1.0]), ("C", [2.0, 1.0]), ("D", [0.0, 1.0])]:
        if point == "C":
            inp.grad.zero_()
        if point == "D":
            inp.grad = None
        out.backward(torch.tensor(v), retain_graph=True)
        holds[f"{point}: inp.grad"] = inp.grad.tolist()
        if point == "A":
            first, kept = inp.grad, inp.grad.clone()
        else:
            holds[f"{point}: first"] = first.tolist()
        if point == "B":
            holds["B: kept"] = kept.tolist()
    return holds

# %% right: from the rules, as tuples of whole numbers
def predict_accumulation():
    slope = (4, 6)
    twice = (8, 12)
    weighted = (8, 6)
    return {
        "D: first": weighted, "D: inp.grad": (0, 6), "C: first": weighted, "C: inp.grad": weighted,
        "B: kept": slope, "B: first": twice, "B: inp.grad": twice, "A: inp.grad": slope,
    }

# %% wrong: backward sets the gradient | visible | B: inp.grad | adds to what the first one left
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [4.0, 6.0], "B: first": [4.0, 6.0], "B: kept": [4.0, 6.0],
        "C: inp.grad": [8.0, 6.0], "C: first": [4.0, 6.0], "D: inp.grad": [0.0, 6.0], "D: first": [4.0, 6.0],
    }

# %% wrong: first is a copy | visible | B: first | no copy
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [8.0, 12.0], "B: first": [4.0, 6.0], "B: kept": [4.0, 6.0],
        "C: inp.grad": [8.0, 6.0], "C: first": [4.0, 6.0], "D: inp.grad": [0.0, 6.0], "D: first": [4.0, 6.0],
    }

# %% wrong: zero_ makes a new tensor | visible | C: first | writes into the tensor
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [8.0, 12.0], "B: first": [8.0, 12.0], "B: kept": [4.0, 6.0],
        "C: inp.grad": [8.0, 6.0], "C: first": [8.0, 12.0], "D: inp.grad": [0.0, 6.0], "D: first": [8.0, 12.0],
    }

# %% wrong: assigning None empties the old tensor | visible | D: first | lets go of the old tensor
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [8.0, 12.0], "B: first": [8.0, 12.0], "B: kept": [4.0, 6.0],
        "C: inp.grad": [8.0, 6.0], "C: first": [8.0, 6.0], "D: inp.grad": [0.0, 6.0], "D: first": [0.0, 6.0],
    }

# %% wrong: the vector is ignored | visible | weighted with its own v
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [8.0, 12.0], "B: first": [8.0, 12.0], "B: kept": [4.0, 6.0],
        "C: inp.grad": [4.0, 6.0], "C: first": [4.0, 6.0], "D: inp.grad": [4.0, 6.0], "D: first": [4.0, 6.0],
    }

# %% lazy: the same numbers eight times | visible
def predict_accumulation():
    return dict.fromkeys([
        "A: inp.grad", "B: inp.grad", "B: first", "B: kept", "C: inp.grad", "C: first", "D: inp.grad", "D: first",
    ], [8.0, 6.0])

# %% lazy: one place only | visible | the list of places
def predict_accumulation():
    return {"A: inp.grad": [4.0, 6.0]}

# %% wrong: None in place of numbers after the assignment | visible | should be a list of two numbers
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [8.0, 12.0], "B: first": [8.0, 12.0], "B: kept": [4.0, 6.0],
        "C: inp.grad": [8.0, 6.0], "C: first": [8.0, 6.0], "D: inp.grad": [0.0, 6.0], "D: first": None,
    }

# %% wrong: a clone follows too | visible | B: kept | memory of its own
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [8.0, 12.0], "B: first": [8.0, 12.0], "B: kept": [8.0, 12.0],
        "C: inp.grad": [8.0, 6.0], "C: first": [8.0, 6.0], "D: inp.grad": [0.0, 6.0], "D: first": [8.0, 6.0],
    }

# %% wrong: None is taken for a zero that the next call adds to the old numbers | visible | D: inp.grad | nothing else
def predict_accumulation():
    return {
        "A: inp.grad": [4.0, 6.0], "B: inp.grad": [8.0, 12.0], "B: first": [8.0, 12.0], "B: kept": [4.0, 6.0],
        "C: inp.grad": [8.0, 6.0], "C: first": [8.0, 6.0], "D: inp.grad": [8.0, 12.0], "D: first": [8.0, 12.0],
    }
