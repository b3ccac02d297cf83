"""The rules of every title: pure functions over frozen data, without clock, network or global luck."""
