"""The title in English: components, moves, changes, the table."""
