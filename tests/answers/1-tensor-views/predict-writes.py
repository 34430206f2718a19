# %% right: found by experiment
def predict_writes():
    answers = {}
    for line in [
        "t[1].add_(1)", "t[[0, 2]].add_(1)", "t[[0, 2]] += 1", "t[mask].add_(1)", "t[mask] = 1",
        "t[torch.tensor(0)].add_(1)", "t[0:1].add_(1)", "t.t().add_(1)", "t.t().flatten().add_(1)",
        "rows = t[[0, 2]]; rows += 1",
    ]:
        t, mask = torch.zeros(3, 3), torch.tensor([True, False, True])
        exec(line, {"t": t, "mask": mask, "torch": torch})
        answers[line] = bool(t.any())
    return answers

# %% right: the lost ones listed
def predict_writes():
    lost = {
        "t[[0, 2]].add_(1)",
        "t[mask].add_(1)",
        "t.t().flatten().add_(1)",
        "rows = t[[0, 2]]; rows += 1",
    }
    reaches = {
        "t[1].add_(1)", "t[[0, 2]] += 1", "t[mask] = 1", "t[torch.tensor(0)].add_(1)",
        "t[0:1].add_(1)", "t.t().add_(1)",
    }
    return dict.fromkeys(lost, False) | dict.fromkeys(reaches, True)

# %% wrong: methods on advanced indexing reach t | hidden | does not
def predict_writes():
    return {
        "t[1].add_(1)": True,
        "t[[0, 2]].add_(1)": True,
        "t[[0, 2]] += 1": True,
        "t[mask].add_(1)": True,
        "t[mask] = 1": True,
        "t[torch.tensor(0)].add_(1)": True,
        "t[0:1].add_(1)": True,
        "t.t().add_(1)": True,
        "t.t().flatten().add_(1)": False,
        "rows = t[[0, 2]]; rows += 1": False,
    }

# %% wrong: advanced indexing never reaches t, even on the left of an assignment | hidden | every kind of index
def predict_writes():
    return {
        "t[1].add_(1)": True,
        "t[[0, 2]].add_(1)": False,
        "t[[0, 2]] += 1": False,
        "t[mask].add_(1)": False,
        "t[mask] = 1": False,
        "t[torch.tensor(0)].add_(1)": False,
        "t[0:1].add_(1)": True,
        "t.t().add_(1)": True,
        "t.t().flatten().add_(1)": False,
        "rows = t[[0, 2]]; rows += 1": False,
    }

# %% wrong: flatten is a view | hidden | had to copy
def predict_writes():
    return {
        "t[1].add_(1)": True,
        "t[[0, 2]].add_(1)": False,
        "t[[0, 2]] += 1": True,
        "t[mask].add_(1)": False,
        "t[mask] = 1": True,
        "t[torch.tensor(0)].add_(1)": True,
        "t[0:1].add_(1)": True,
        "t.t().add_(1)": True,
        "t.t().flatten().add_(1)": True,
        "rows = t[[0, 2]]; rows += 1": False,
    }

# %% wrong: a name bound to the rows is as good as the rows | hidden | every kind of index
def predict_writes():
    return {
        "t[1].add_(1)": True,
        "t[[0, 2]].add_(1)": False,
        "t[[0, 2]] += 1": True,
        "t[mask].add_(1)": False,
        "t[mask] = 1": True,
        "t[torch.tensor(0)].add_(1)": True,
        "t[0:1].add_(1)": True,
        "t.t().add_(1)": True,
        "t.t().flatten().add_(1)": False,
        "rows = t[[0, 2]]; rows += 1": True,
    }

# %% wrong: numbers instead of True and False | visible | should be True or False
def predict_writes():
    return {
        "t[1].add_(1)": 1,
        "t[[0, 2]].add_(1)": 0,
        "t[[0, 2]] += 1": 1,
        "t[mask].add_(1)": 0,
        "t[mask] = 1": 1,
        "t[torch.tensor(0)].add_(1)": 1,
        "t[0:1].add_(1)": 1,
        "t.t().add_(1)": 1,
        "t.t().flatten().add_(1)": 0,
        "rows = t[[0, 2]]; rows += 1": 0,
    }

# %% lazy: everything reaches t | hidden
def predict_writes():
    return dict.fromkeys(
        [
            "t[1].add_(1)", "t[[0, 2]].add_(1)", "t[[0, 2]] += 1", "t[mask].add_(1)", "t[mask] = 1",
            "t[torch.tensor(0)].add_(1)", "t[0:1].add_(1)", "t.t().add_(1)",
            "t.t().flatten().add_(1)", "rows = t[[0, 2]]; rows += 1",
        ],
        True,
    )

# %% lazy: one line only | visible | the list of lines
def predict_writes():
    return {"t[1].add_(1)": True}
