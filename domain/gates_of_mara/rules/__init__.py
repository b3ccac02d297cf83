"""Every rule once: questions that listing and judging share, and `check_x`, which raise IllegalMove with the rule."""
