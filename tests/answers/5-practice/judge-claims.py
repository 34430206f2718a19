# %% right: only those that hold are named
def judge_claims():
    hold = (
        "backward-edits-nothing sum-of-losses failed-pass-leaves-traces detach-writes-through "
        "retain-too-late after-a-product double-helps"
    ).split()
    fail = (
        "only-leaves zero-grad-zeros second-raises second-order no-grad-results inference-stays-out three-causes "
        "never-in-place leaf-error any-product rest-is-truncation gradcheck-converts"
    ).split()
    return {**dict.fromkeys(hold, True), **dict.fromkeys(fail, False)}

# %% right: some by experiment
def judge_claims():
    w = torch.ones(2, requires_grad=True)
    loss = (w + 1).sum()
    loss.backward()
    try:
        loss.backward()
        raises = False
    except RuntimeError:
        raises = True
    with torch.no_grad():
        untracked = not w[:1].requires_grad
    t = torch.zeros(1)
    t.detach().add_(1)
    answer = dict.fromkeys(
        ["only-leaves", "zero-grad-zeros", "second-order", "inference-stays-out", "three-causes", "never-in-place",
         "leaf-error", "any-product", "rest-is-truncation", "gradcheck-converts"], False
    )
    answer |= {"second-raises": raises, "no-grad-results": untracked, "detach-writes-through": t.item() == 1}
    for claim in ("backward-edits-nothing", "sum-of-losses", "failed-pass-leaves-traces", "retain-too-late", "after-a-product", "double-helps"):
        answer[claim] = True
    return answer

# %% wrong: the two that are repeated most | hidden | no node has saved | two guards
def judge_claims():
    return {
        "only-leaves": False, "backward-edits-nothing": True, "sum-of-losses": True,
        "zero-grad-zeros": False, "second-raises": False, "failed-pass-leaves-traces": True, "second-order": False,
        "no-grad-results": False, "detach-writes-through": True, "inference-stays-out": False,
        "three-causes": False, "retain-too-late": True, "never-in-place": True, "leaf-error": True,
        "after-a-product": True, "any-product": False, "rest-is-truncation": False,
        "double-helps": True, "gradcheck-converts": False,
    }

# %% wrong: a second pass always raises, and only leaves have gradients | hidden | by default | without a word
def judge_claims():
    return {
        "only-leaves": True, "backward-edits-nothing": True, "sum-of-losses": True,
        "zero-grad-zeros": False, "second-raises": True, "failed-pass-leaves-traces": True, "second-order": False,
        "no-grad-results": False, "detach-writes-through": True, "inference-stays-out": False,
        "three-causes": False, "retain-too-late": True, "never-in-place": False, "leaf-error": False,
        "after-a-product": True, "any-product": False, "rest-is-truncation": False,
        "double-helps": True, "gradcheck-converts": False,
    }

# %% wrong: three causes are all, and what no_grad makes is untracked | hidden | fourth case | a view
def judge_claims():
    return {
        "only-leaves": False, "backward-edits-nothing": True, "sum-of-losses": True,
        "zero-grad-zeros": False, "second-raises": False, "failed-pass-leaves-traces": True, "second-order": False,
        "no-grad-results": True, "detach-writes-through": True, "inference-stays-out": True,
        "three-causes": True, "retain-too-late": True, "never-in-place": False, "leaf-error": False,
        "after-a-product": True, "any-product": False, "rest-is-truncation": False,
        "double-helps": True, "gradcheck-converts": False,
    }

# %% wrong: detach is a copy, and a late retain_grad raises | hidden | no copy | silent no-op
def judge_claims():
    return {
        "only-leaves": False, "backward-edits-nothing": True, "sum-of-losses": True,
        "zero-grad-zeros": False, "second-raises": False, "failed-pass-leaves-traces": True, "second-order": False,
        "no-grad-results": False, "detach-writes-through": False, "inference-stays-out": False,
        "three-causes": False, "retain-too-late": False, "never-in-place": False, "leaf-error": False,
        "after-a-product": True, "any-product": False, "rest-is-truncation": False,
        "double-helps": True, "gradcheck-converts": False,
    }

# %% wrong: zeros, truncation, and a gradcheck that converts | hidden | set_to_none=False | rounding | up to you
def judge_claims():
    return {
        "only-leaves": False, "backward-edits-nothing": True, "sum-of-losses": True,
        "zero-grad-zeros": True, "second-raises": False, "failed-pass-leaves-traces": True, "second-order": False,
        "no-grad-results": False, "detach-writes-through": True, "inference-stays-out": False,
        "three-causes": False, "retain-too-late": True, "never-in-place": False, "leaf-error": False,
        "after-a-product": True, "any-product": False, "rest-is-truncation": True,
        "double-helps": True, "gradcheck-converts": True,
    }

# %% wrong: every product may be edited | hidden | who else has saved
def judge_claims():
    return {
        "only-leaves": False, "backward-edits-nothing": True, "sum-of-losses": True,
        "zero-grad-zeros": False, "second-raises": False, "failed-pass-leaves-traces": True, "second-order": False,
        "no-grad-results": False, "detach-writes-through": True, "inference-stays-out": False,
        "three-causes": False, "retain-too-late": True, "never-in-place": False, "leaf-error": False,
        "after-a-product": True, "any-product": True, "rest-is-truncation": False,
        "double-helps": True, "gradcheck-converts": False,
    }

# %% wrong: retain_graph for a second derivative | hidden | create_graph=True
def judge_claims():
    return {
        "only-leaves": False, "backward-edits-nothing": True, "sum-of-losses": True,
        "zero-grad-zeros": False, "second-raises": False, "failed-pass-leaves-traces": True,
        "second-order": True, "no-grad-results": False, "detach-writes-through": True,
        "inference-stays-out": False, "three-causes": False, "retain-too-late": True,
        "never-in-place": False, "leaf-error": False, "after-a-product": True, "any-product": False,
        "rest-is-truncation": False, "double-helps": True, "gradcheck-converts": False,
    }

# %% wrong: words instead of bools | visible | should be True or False
def judge_claims():
    return dict.fromkeys(
        ["only-leaves", "backward-edits-nothing", "sum-of-losses", "zero-grad-zeros", "second-raises"], "holds"
    )

# %% lazy: nothing holds | hidden
def judge_claims():
    return dict.fromkeys(
        ["only-leaves", "backward-edits-nothing", "sum-of-losses", "zero-grad-zeros", "second-raises",
         "failed-pass-leaves-traces", "second-order", "no-grad-results", "detach-writes-through", "inference-stays-out",
         "three-causes", "retain-too-late", "never-in-place", "leaf-error", "after-a-product", "any-product",
         "rest-is-truncation", "double-helps", "gradcheck-converts"], False
    )

# %% lazy: everything holds | hidden
def judge_claims():
    return dict.fromkeys(
        ["only-leaves", "backward-edits-nothing", "sum-of-losses", "zero-grad-zeros", "second-raises",
         "failed-pass-leaves-traces", "second-order", "no-grad-results", "detach-writes-through", "inference-stays-out",
         "three-causes", "retain-too-late", "never-in-place", "leaf-error", "after-a-product", "any-product",
         "rest-is-truncation", "double-helps", "gradcheck-converts"], True
    )
