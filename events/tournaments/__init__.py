"""Tournaments in the log: kept, written, read and listed as games are, and run by a scheduler, which opens tables, sees
results, closes rounds and pairs them.
"""
