# %% right: inference mode, and a clone outside
def cached_features(backbone, batch):
    with torch.inference_mode():
        features = backbone(batch)
    return features.clone()

# %% right: the switch by a bool
def cached_features(backbone, batch):
    with torch.set_grad_enabled(False):
        features = backbone(batch)
    return features.detach()

# %% right: as a decorated helper
def cached_features(backbone, batch):
    @torch.no_grad()
    def run():
        return backbone(batch)

    return run()

# %% wrong: detach of an inference tensor is still one | visible | stay one
def cached_features(backbone, batch):
    with torch.inference_mode():
        features = backbone(batch)
    return features.detach()

# %% wrong: the clone is made inside | visible | made outside
def cached_features(backbone, batch):
    with torch.inference_mode():
        return backbone(batch).clone()

# %% wrong: nothing is switched off | visible | still have a history
def cached_features(backbone, batch):
    return backbone(batch)

# %% wrong: freezes the caller's module | visible | changes the caller's module
def cached_features(backbone, batch):
    for p in backbone.parameters():
        p.requires_grad_(False)
    return backbone(batch)

# %% wrong: eval instead of a grad mode | visible | history
def cached_features(backbone, batch):
    backbone.eval()
    return backbone(batch)

# %% wrong: builds the graph and throws it away | hidden | costs memory and time
def cached_features(backbone, batch):
    return backbone(batch).detach()

# %% wrong: a leaf that collects gradients of its own | hidden | without history
def cached_features(backbone, batch):
    with torch.no_grad():
        features = backbone(batch)
    return features.requires_grad_()

# %% lazy: zeros of the right shape | hidden
def cached_features(backbone, batch):
    return torch.zeros(len(batch), 4)

# %% lazy: hands the broken one on | visible
def cached_features(backbone, batch):
    return cached_features_broken(backbone, batch)
