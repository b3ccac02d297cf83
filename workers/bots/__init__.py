"""Bots: the levels of Moothall, and those of other people."""
