# %% right: by experiment
def freezing_facts():
    facts = {}
    for way in (
        "flag", "detach before", "detach after", "flag after a step",
        "flag after a step, then zero_grad()", "flag after a step, then zeros",
    ):
        layers, optimizer, loss = prepare(way)
        filled = set()
        for index, layer in enumerate(layers):
            if layer.weight.requires_grad:
                layer.weight.register_post_accumulate_grad_hook(lambda p, index=index: filled.add(index))
        before = layers[1].weight.detach().clone()
        loss().backward()
        optimizer.step()
        facts[way] = (*(index in filled for index in range(3)), not torch.equal(before, layers[1].weight))
    return facts

# %% right: three kinds of rows
def freezing_facts():
    still, moved = (True, False, True, False), (True, False, True, True)
    facts = {"flag": still, "flag after a step": moved}
    facts["flag after a step, then zero_grad()"] = still
    facts["flag after a step, then zeros"] = moved
    facts["detach before"] = (False, True, True, True)
    facts["detach after"] = (False, False, True, False)
    return facts

# %% wrong: weight decay needs no gradient | hidden | skips None
def freezing_facts():
    return {
        "flag": (True, False, True, True),
        "detach before": (False, True, True, True),
        "detach after": (False, False, True, True),
        "flag after a step": (True, False, True, True),
        "flag after a step, then zero_grad()": (True, False, True, True),
        "flag after a step, then zeros": (True, False, True, True),
    }

# %% wrong: what is frozen does not move | hidden | still in .grad | momentum and weight decay
def freezing_facts():
    return {
        "flag": (True, False, True, False),
        "detach before": (False, True, True, True),
        "detach after": (False, False, True, False),
        "flag after a step": (True, False, True, False),
        "flag after a step, then zero_grad()": (True, False, True, False),
        "flag after a step, then zeros": (True, False, True, False),
    }

# %% wrong: freezing stops the gradient for the stem | hidden | goes through to the stem
def freezing_facts():
    return {
        "flag": (False, False, True, False),
        "detach before": (False, True, True, True),
        "detach after": (False, False, True, False),
        "flag after a step": (False, False, True, True),
        "flag after a step, then zero_grad()": (False, False, True, False),
        "flag after a step, then zeros": (False, False, True, True),
    }

# %% wrong: detach before and after are mixed up | visible | The middle has its gradient
def freezing_facts():
    return {
        "flag": (True, False, True, False),
        "detach before": (False, False, True, False),
        "detach after": (False, True, True, True),
        "flag after a step": (True, False, True, True),
        "flag after a step, then zero_grad()": (True, False, True, False),
        "flag after a step, then zeros": (True, False, True, True),
    }

# %% wrong: detach after freezes only the middle | hidden | everything upstream
def freezing_facts():
    return {
        "flag": (True, False, True, False),
        "detach before": (False, True, True, True),
        "detach after": (True, False, True, False),
        "flag after a step": (True, False, True, True),
        "flag after a step, then zero_grad()": (True, False, True, False),
        "flag after a step, then zeros": (True, False, True, True),
    }

# %% wrong: zeros and None are the same | hidden | Zeros are a gradient
def freezing_facts():
    return {
        "flag": (True, False, True, False),
        "detach before": (False, True, True, True),
        "detach after": (False, False, True, False),
        "flag after a step": (True, False, True, True),
        "flag after a step, then zero_grad()": (True, False, True, False),
        "flag after a step, then zeros": (True, False, True, False),
    }

# %% wrong: one word for each way | visible | four bools
def freezing_facts():
    return dict.fromkeys(
        ["flag", "detach before", "detach after", "flag after a step",
         "flag after a step, then zero_grad()", "flag after a step, then zeros"], "frozen"
    )

# %% lazy: the same row six times | visible
def freezing_facts():
    return dict.fromkeys(
        ["flag", "detach before", "detach after", "flag after a step",
         "flag after a step, then zero_grad()", "flag after a step, then zeros"], (True, False, True, False)
    )
