"""English text for moves, changes, components, fields and the table."""
