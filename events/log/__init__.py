"""The streams of games and what is stored in them."""
