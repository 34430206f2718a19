# %% right: fractions
def part_weights(sizes, reduction):
    from fractions import Fraction

    rows = sum(sizes)
    if rows == 0 or min(sizes) < 0:
        raise ValueError("no rows")
    share = {"mean": lambda n: Fraction(n, rows), "sum": lambda n: Fraction(n > 0, rows)}
    if reduction not in share:
        raise ValueError(reduction)
    return [float(share[reduction](n)) for n in sizes]

# %% right: a tensor of shares
def part_weights(sizes, reduction):
    n = torch.tensor(sizes, dtype=torch.float64)
    if n.sum() == 0 or (n < 0).any():
        raise ValueError(f"bad sizes {sizes}")
    if reduction == "mean":
        return (n / n.sum()).tolist()
    if reduction == "sum":
        return ((n > 0) / n.sum()).tolist()
    raise ValueError(f"unknown reduction {reduction}")

# %% wrong: by the number of parts | visible | number of parts
def part_weights(sizes, reduction):
    if reduction not in ("mean", "sum") or sum(sizes) == 0 or min(sizes) < 0:
        raise ValueError("cannot be weighted")
    return [1 / len(sizes)] * len(sizes)

# %% wrong: by the number of parts that have rows | visible | number of parts
def part_weights(sizes, reduction):
    if reduction not in ("mean", "sum") or sum(sizes) == 0 or min(sizes) < 0:
        raise ValueError("cannot be weighted")
    if reduction == "sum":
        return [1 / sum(sizes) if n else 0.0 for n in sizes]
    return [1 / sum(n > 0 for n in sizes) if n else 0.0 for n in sizes]

# %% wrong: a sum is divided by its own rows | visible | sum of four means
def part_weights(sizes, reduction):
    if reduction not in ("mean", "sum") or sum(sizes) == 0 or min(sizes) < 0:
        raise ValueError("cannot be weighted")
    if reduction == "mean":
        return [n / sum(sizes) for n in sizes]
    return [1 / n if n else 0.0 for n in sizes]

# %% wrong: a sum needs no weight | visible | sum over all rows
def part_weights(sizes, reduction):
    if reduction not in ("mean", "sum") or sum(sizes) == 0 or min(sizes) < 0:
        raise ValueError("cannot be weighted")
    if reduction == "mean":
        return [n / sum(sizes) for n in sizes]
    return [1.0 if n else 0.0 for n in sizes]

# %% wrong: the reduction does not matter | visible | loss that averages
def part_weights(sizes, reduction):
    if reduction not in ("mean", "sum") or sum(sizes) == 0 or min(sizes) < 0:
        raise ValueError("cannot be weighted")
    return [n / sum(sizes) for n in sizes]

# %% wrong: unknown words are taken for a sum | visible | should raise ValueError
def part_weights(sizes, reduction):
    if sum(sizes) == 0 or min(sizes) < 0:
        raise ValueError("no rows")
    return [(n if reduction == "mean" else n > 0) / sum(sizes) for n in sizes]

# %% wrong: no part at all | hidden | no row at all
def part_weights(sizes, reduction):
    if reduction not in ("mean", "sum"):
        raise ValueError(reduction)
    if sizes and sum(sizes) == 0 or any(n < 0 for n in sizes):
        raise ValueError("no rows")
    return [(n if reduction == "mean" else n > 0) / sum(sizes) for n in sizes]

# %% lazy: the visible examples | hidden
def part_weights(sizes, reduction):
    if reduction not in ("mean", "sum") or sum(sizes) == 0 or min(sizes) < 0:
        raise ValueError("cannot be weighted")
    if reduction == "mean":
        return [0.625, 0.0, 0.25, 0.125] if len(set(sizes)) > 1 else [0.25] * 4
    return [0.125 if n else 0.0 for n in sizes]
