"""Every rule once: `check_x` raises `IllegalMove` with the rule's id, for `decide` and `legal` alike."""
