# %% right: as it stands
def closed_book():
    return True

# %% right: with a word on how it went
def closed_book():
    went_well = "task 3 took me longest"
    return bool(went_well)

# %% wrong: says honestly that it was open | visible | come back on another day
def closed_book():
    return False

# %% wrong: a word in place of the literal | visible | should return True
def closed_book():
    return "yes"

# %% wrong: a number that equals True | visible | should return True
def closed_book():
    return 1

# %% wrong: something that claims to equal everything | visible | should return True
def closed_book():
    class Yes:
        def __eq__(self, other):
            return True

    return Yes()

# %% lazy: nothing returned | visible
def closed_book():
    pass
