"""What bots know of Manaforge: how good a position is, and which moves are worth trying."""
