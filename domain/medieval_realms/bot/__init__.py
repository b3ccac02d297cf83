"""What bots know of the game: how good a position is, and which moves to consider."""
