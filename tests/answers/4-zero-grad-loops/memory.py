# %% right: level by level; the sum of a generator
def live_nodes(t):
    level = {t.grad_fn} - {None}
    found = set(level)
    while level:
        level = {n for node in level for n, _ in node.next_functions if n is not None} - found
        found |= level
    return len(found)


def epoch_total(step, batches):
    return sum((float(step(batch).detach()) for batch in batches), 0.0)


# %% right: a dictionary from id to node; detach on the way
def live_nodes(t):
    if t.grad_fn is None:
        return 0
    nodes = {id(t.grad_fn): t.grad_fn}
    queue = [t.grad_fn]
    for node in queue:
        for following, _ in node.next_functions:
            if following is not None and id(following) not in nodes:
                nodes[id(following)] = following
                queue.append(following)
    return len(nodes)


def epoch_total(step, batches):
    total = torch.zeros((), dtype=torch.float64)
    for batch in batches:
        total += step(batch).detach()
    return total.item()


# %% wrong: a total with a history | visible | holds every loss
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return len(seen)


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch)
    return total


# %% wrong: a tensor without a history | visible | not a Python float
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return len(seen)


def epoch_total(step, batches):
    total = torch.zeros((), dtype=torch.float64)
    for batch in batches:
        total += step(batch).detach()
    return total

# %% wrong: the number is taken at the end | visible | holds every loss
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return len(seen)


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch)
    return total.item() if batches else 0.0


# %% wrong: a list of losses | visible | item() takes the number
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return len(seen)


def epoch_total(step, batches):
    losses = [step(batch) for batch in batches]
    return sum(loss.item() for loss in losses)


# %% wrong: no_grad around the sum does not help the list | visible
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return len(seen)


def epoch_total(step, batches):
    losses = []
    for batch in batches:
        losses.append(step(batch))
    with torch.no_grad():
        return float(sum(losses))


# %% wrong: the leaves' nodes are left out | visible | belongs to the graph
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return sum(not hasattr(node, 'variable') for node in seen)


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch).item()
    return total


# %% wrong: counts ways and not nodes | visible | count each node once
def live_nodes(t):
    def count(node):
        return 0 if node is None else 1 + sum(count(n) for n, _ in node.next_functions)

    return count(t.grad_fn)


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch).item()
    return total


# %% wrong: too deep a recursion | hidden | needs a loop
def live_nodes(t):
    seen = set()

    def visit(node):
        if node is not None and node not in seen:
            seen.add(node)
            for following, _ in node.next_functions:
                visit(following)

    visit(t.grad_fn)
    return len(seen)


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch).item()
    return total


# %% wrong: ids of nodes that are gone | visible
def live_nodes(t):
    seen = set()

    def visit(function):
        for following, _ in function.next_functions:
            if following is not None and id(following) not in seen:
                seen.add(id(following))
                visit(following)

    if t.grad_fn is None:
        return 0
    visit(t.grad_fn)
    return len(seen)


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch).item()
    return total


# %% wrong: keeps the last loss | visible | alive afterwards
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return len(seen)


def epoch_total(step, batches):
    global last
    total = 0.0
    for batch in batches:
        last = step(batch)
        total += last.item()
    return total


# %% wrong: the mean instead of the sum | visible | epoch_total
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(n for n, _ in node.next_functions)
    return len(seen)


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch).item()
    return total / len(batches)


# %% lazy: the visible numbers | hidden
calls = []


def live_nodes(t):
    if t.grad_fn is None:
        return 0
    if "Add" in t.grad_fn.name():
        calls.append(1)
        return 1 + 3 * len(calls)
    return 4 if "Mul" in t.grad_fn.next_functions[0][0].name() else 3


def epoch_total(step, batches):
    for batch in batches:
        step(batch)
    return 20.0

