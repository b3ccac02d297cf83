"""Tournaments in the log: kept, written, read and listed as games are, and run (runner.py), which opens tables, sees
results, closes rounds and pairs them."""
