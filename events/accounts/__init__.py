"""Players, their names, tokens and tickets, and how much each may have: what is not event-sourced."""
