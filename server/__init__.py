"""HTTP, the command line and the supervisor. No rules."""
