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


# %% right: breadth first with a deque; fsum
def live_nodes(t):
    from collections import deque

    todo = deque(filter(None, [t.grad_fn]))
    seen = set(todo)
    while todo:
        for following, _ in todo.popleft().next_functions:
            if following and following not in seen:
                seen.add(following)
                todo.append(following)
    return len(seen)


def epoch_total(step, batches):
    import math

    return math.fsum(step(b).item() for b in batches)


# %% right: one loss at a time in a name
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
        loss = step(batch)
        total = total + float(loss)
    return total


# %% right: floats in a list
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
    return float(sum([step(batch).tolist() for batch in batches]))


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


# %% wrong: the first node is left out | visible | t.grad_fn itself
def live_nodes(t):
    seen, waiting = set(), [t.grad_fn] if t.grad_fn is not None else []
    while waiting:
        for following, _ in waiting.pop().next_functions:
            if following is not None and following not in seen:
                seen.add(following)
                waiting.append(following)
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


# %% wrong: counts edges | visible | t.grad_fn itself
def live_nodes(t):
    seen, waiting, edges = set(), [t.grad_fn], 0
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        edges += len(node.next_functions)
        waiting.extend(n for n, _ in node.next_functions)
    return edges


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch).item()
    return total


# %% wrong: a leaf is given a node of its own | visible | live_nodes of a leaf
def live_nodes(t):
    seen, waiting = set(), [torch.autograd.graph.get_gradient_edge(t).node if t.requires_grad else None]
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
    return total


# %% wrong: follows the first edge only | visible | after one, two, three losses
def live_nodes(t):
    n, node = 0, t.grad_fn
    while node is not None:
        n += 1
        node = node.next_functions[0][0] if node.next_functions else None
    return n


def epoch_total(step, batches):
    total = 0.0
    for batch in batches:
        total += step(batch).item()
    return total


# %% wrong: no_grad around everything | visible
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
    with torch.no_grad():
        for batch in batches:
            total += step(batch).item()
    return total


# %% wrong: backward once more, then item | visible
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
        loss = step(batch)
        loss.backward()
        total += loss.item()
    return total


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
