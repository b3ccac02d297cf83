"""Manaforge in English: moves, changes, the table."""
