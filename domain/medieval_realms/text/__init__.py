"""The title's texts in English: components, moves, changes and the table."""
