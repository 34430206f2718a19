# %% right: splitting at the words, without regular expressions
def read_version_error(message):
    if "; expected version " not in message:
        raise ValueError("no versions in this message")
    before, after = message.split("; expected version ")
    saved = int(after.split()[0])
    current = int(before.rsplit(" ", 1)[1])
    op = None
    if ", which is output " in before:
        op = before.split(", which is output ")[1].split(" of ")[1].split(",")[0]
    return op, saved, current

# %% right: one pattern with an optional group
def read_version_error(message):
    found = re.search(
        r"\](?:, which is output \d+ of (?P<op>[^,]+),)? is at version (?P<now>\d+); expected version (?P<then>\d+)",
        message,
    )
    if not found:
        raise ValueError(message)
    return (found["op"], int(found["then"]), int(found["now"]))

# %% wrong: the versions the other way round | visible | The other way round
def read_version_error(message):
    versions = re.search(r"is at version (\d+); expected version (\d+)", message)
    if versions is None:
        raise ValueError("not a version error")
    op = re.search(r"output \d+ of ([\w:]+),", message)
    return (op and op.group(1), int(versions.group(1)), int(versions.group(2)))

# %% wrong: relies on the clause that leaves do not have | visible | a leaf was made by no operation
def read_version_error(message):
    found = re.search(r"output \d+ of ([\w:]+), is at version (\d+); expected version (\d+)", message)
    if found is None:
        raise ValueError("not a version error")
    return found.group(1), int(found.group(3)), int(found.group(2))

# %% wrong: versions have one digit and names no colon | hidden | ValueError
def read_version_error(message):
    versions = re.search(r"is at version (\d); expected version (\d)", message)
    if versions is None:
        raise ValueError("not a version error")
    op = re.search(r"output \d of (\w+)", message)
    return (op and op.group(1), int(versions.group(2)), int(versions.group(1)))

# %% wrong: strings instead of numbers | visible | should be
def read_version_error(message):
    versions = re.search(r"is at version (\d+); expected version (\d+)", message)
    if versions is None:
        raise ValueError("not a version error")
    op = re.search(r"output \d+ of ([\w:]+),", message)
    return (op and op.group(1), versions.group(2), versions.group(1))

# %% wrong: expects the name of the node in the message | visible | Sigmoid
def read_version_error(message):
    versions = re.search(r"is at version (\d+); expected version (\d+)", message)
    if versions is None:
        raise ValueError("not a version error")
    op = re.search(r"(\w+)Backward0", message)
    return (op and op.group(1), int(versions.group(2)), int(versions.group(1)))

# %% wrong: takes the leaf guard for a version error | visible | no counter was compared
def read_version_error(message):
    versions = re.search(r"is at version (\d+); expected version (\d+)", message)
    op = re.search(r"output \d+ of ([\w:]+),", message)
    if versions is None:
        return (None, 0, 0)
    return (op and op.group(1), int(versions.group(2)), int(versions.group(1)))

# %% wrong: looks for the word version only | hidden | compares no versions
def read_version_error(message):
    if "version" not in message:
        raise ValueError("not a version error")
    numbers = re.findall(r"version (\d+)", message)
    op = re.search(r"output \d+ of ([\w:]+),", message)
    return (op and op.group(1), int(numbers[-1]), int(numbers[0]))

# %% lazy: the visible answers | hidden
def read_version_error(message):
    if "expected version" not in message:
        raise ValueError("no")
    if "Sigmoid" in message:
        return ("Sigmoid", 0, 1)
    if "Clone" in message:
        return ("Clone", 0, 3)
    if "Exp" in message:
        return ("Exp", 0, 1)
    return (None, 0, 1)

# %% lazy: takes it from the course | visible
def read_version_error(message):
    from course.tape import read_version_error as borrowed

    return borrowed(message)
