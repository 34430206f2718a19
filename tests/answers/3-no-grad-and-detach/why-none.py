# %% right: with gradient edges
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError("there is a gradient")
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    edge_of = torch.autograd.graph.get_gradient_edge
    try:
        edge = edge_of(t)
    except AssertionError:
        return "not reached"
    if (edge.node, edge.output_nr) not in graph_of(loss):
        return "not reached"
    if t.grad_fn is None:
        return "not filled"
    if not t.retains_grad:
        return "not retained"
    below = [node for node, _ in graph_of(t) if node.name().endswith("AccumulateGrad")]
    gone_by = [node for node in below if node.variable.grad is not None]
    return "retained late" if gone_by else "not filled"

# %% right: a walk of its own, breadth first
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError(f"t.grad is a tensor of shape {tuple(t.grad.shape)}")

    def walk(start):
        level, seen = [(start.grad_fn, start.output_nr)], []
        while level:
            seen += level
            level = [
                pair
                for pair in dict.fromkeys(p for node, _ in level for p in node.next_functions)
                if pair[0] is not None and pair not in seen
            ]
        return seen

    def held(pairs):
        return [node.variable for node, _ in pairs if "Accumulate" in type(node).__name__]

    answer = None
    if not t.requires_grad:
        answer = "no requires_grad"
    elif loss.grad_fn is None:
        answer = "no graph"
    else:
        pairs = walk(loss)
        if t.is_leaf:
            answer = "not filled" if [leaf for leaf in held(pairs) if leaf is t] else "not reached"
        elif (t.grad_fn, t.output_nr) not in pairs:
            answer = "not reached"
        elif not t.retains_grad:
            answer = "not retained"
        else:
            passed = any(leaf.grad is not None for leaf in held(walk(t)))
            answer = "retained late" if passed else "not filled"
    return answer

# %% wrong: the three causes of the list | visible | no way leads to it
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not t.is_leaf:
        return "not retained"
    if not loss.requires_grad:
        return "no graph"
    return "not filled"

# %% wrong: asks whether it is a leaf before it looks at the loss | visible | nothing to go back from
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not t.is_leaf and not t.retains_grad:
        return "not retained"
    if not loss.requires_grad:
        return "no graph"
    if t.is_leaf:
        reached = any(getattr(node, "variable", None) is t for node, _ in graph_of(loss))
        return "not filled" if reached else "not reached"
    if (t.grad_fn, t.output_nr) not in graph_of(loss):
        return "not reached"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(t))
    return "retained late" if late else "not filled"

# %% wrong: who retains and has none was late | visible | not when
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    if t.is_leaf:
        reached = any(getattr(node, "variable", None) is t for node, _ in graph_of(loss))
        return "not filled" if reached else "not reached"
    if (t.grad_fn, t.output_nr) not in graph_of(loss):
        return "not reached"
    return "retained late" if t.retains_grad else "not retained"

# %% wrong: tries a backward pass to see | visible
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    if torch.autograd.grad(loss, t, allow_unused=True, retain_graph=True)[0] is None:
        return "not reached"
    if not t.is_leaf and not t.retains_grad:
        return "not retained"
    return "not filled"

# %% wrong: a leaf that requires grad can be reached | visible | no way leads to it
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    if t.is_leaf:
        return "not filled"
    if (t.grad_fn, t.output_nr) not in graph_of(loss):
        return "not reached"
    if not t.retains_grad:
        return "not retained"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(t))
    return "retained late" if late else "not filled"

# %% wrong: compares nodes and forgets which output | hidden | number of the output
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    nodes = [node for node, _ in graph_of(loss)]
    if t.is_leaf:
        reached = any(getattr(node, "variable", None) is t for node in nodes)
        return "not filled" if reached else "not reached"
    if t.grad_fn not in nodes:
        return "not reached"
    if not t.retains_grad:
        return "not retained"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(t))
    return "retained late" if late else "not filled"

# %% wrong: does not look whether there is a gradient | hidden | no reason to be None
def why_none(t, loss):
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    if t.is_leaf:
        reached = any(getattr(node, "variable", None) is t for node, _ in graph_of(loss))
        return "not filled" if reached else "not reached"
    if (t.grad_fn, t.output_nr) not in graph_of(loss):
        return "not reached"
    if not t.retains_grad:
        return "not retained"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(t))
    return "retained late" if late else "not filled"

# %% lazy: always the commonest | visible
def why_none(t, loss):
    return "not retained"

# %% lazy: from the flags of t alone | visible
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    return {(True, False): "no requires_grad", (True, True): "not reached"}.get((t.is_leaf, t.requires_grad), "not retained")
