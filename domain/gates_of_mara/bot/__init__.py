"""What bots know of the title: the value of a position, and the moves worth a search."""
