"""Tournaments: many games, one log. Pure like the titles: entrants, rounds, tables, results, rulings, standings.

Games are its tables, and it knows of them only what `Seen` (steps.py) says: how far they are and how they ended.
"""
