"""The table round any title: seats, joining, starting, undo, resigning, result.

Players exist here; titles know only seats.
"""
