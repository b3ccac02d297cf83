"""The rules of every title: pure functions over frozen data, without clock, network or global luck."""

if __name__ != "moothall.domain":
    raise ImportError("import moothall.domain", name=__name__)
