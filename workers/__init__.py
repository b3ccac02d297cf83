"""RQ jobs and the dispatcher: they play the AI seats and run the steps that games are due. No rules."""

if __name__ != "moothall.workers":
    raise ImportError("import moothall.workers", name=__name__)
