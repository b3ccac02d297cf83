"""HTTP, the command line and the supervisor. No rules."""

if __name__ != "moothall.server":
    raise ImportError("import moothall.server", name=__name__)
