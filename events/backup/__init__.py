"""Backups: everything that cannot be made anew, in one file (file.py), taken from a house in use (take.py) and put back
into an empty one, or single games into any (restore.py)."""
