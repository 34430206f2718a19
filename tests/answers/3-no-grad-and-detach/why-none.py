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

# %% right: a dictionary of leaves by identity
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError("nothing to explain")
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    below_loss = graph_of(loss)
    leaves = {id(n.variable) for n, _ in below_loss if hasattr(n, "variable")}
    if id(t) in leaves:
        return "not filled"
    if t.grad_fn is None or (t.grad_fn, t.output_nr) not in below_loss:
        return "not reached"
    if not t.retains_grad:
        return "not retained"
    for node, _ in graph_of(t):
        if hasattr(node, "variable") and node.variable.grad is not None:
            return "retained late"
    return "not filled"

# %% wrong: any gradient below the loss means that the pass has gone by | visible | below t
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
    if not t.retains_grad:
        return "not retained"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(loss))
    return "retained late" if late else "not filled"

# %% wrong: the same numbers are the same leaf | visible | no way leads to it
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    if t.is_leaf:
        held = [node.variable for node, _ in graph_of(loss) if hasattr(node, "variable")]
        return "not filled" if any(torch.equal(leaf, t) for leaf in held) else "not reached"
    if (t.grad_fn, t.output_nr) not in graph_of(loss):
        return "not reached"
    if not t.retains_grad:
        return "not retained"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(t))
    return "retained late" if late else "not filled"

# %% wrong: the same memory is the same leaf | hidden | the same memory
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    if t.is_leaf:
        held = [node.variable.data_ptr() for node, _ in graph_of(loss) if hasattr(node, "variable")]
        return "not filled" if t.data_ptr() in held else "not reached"
    if (t.grad_fn, t.output_nr) not in graph_of(loss):
        return "not reached"
    if not t.retains_grad:
        return "not retained"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(t))
    return "retained late" if late else "not filled"

# %% wrong: a leaf has to be asked to retain its gradient too | visible
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    reached = any(getattr(node, "variable", None) is t for node, _ in graph_of(loss))
    if not reached and (t.grad_fn, t.output_nr) not in graph_of(loss):
        return "not reached"
    if not t.retains_grad:
        return "not retained"
    late = any(getattr(n, "variable", None) is not None and n.variable.grad is not None for n, _ in graph_of(t))
    return "retained late" if late else "not filled"

# %% wrong: an intermediate result in the graph of its own is reached | hidden | has to be reached as well
def why_none(t, loss):
    if t.grad is not None:
        raise ValueError
    if not t.requires_grad:
        return "no requires_grad"
    if not loss.requires_grad:
        return "no graph"
    held = [node.variable for node, _ in graph_of(loss) if hasattr(node, "variable")]
    below = [t] if t.is_leaf else [n.variable for n, _ in graph_of(t) if hasattr(n, "variable")]
    if not any(leaf is other for leaf in below for other in held):
        return "not reached"
    if t.is_leaf:
        return "not filled"
    if not t.retains_grad:
        return "not retained"
    return "retained late" if any(leaf.grad is not None for leaf in below) else "not filled"
