"""Manaforge in words: components, moves and changes, and the table as text."""
