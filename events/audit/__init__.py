"""The audit: verdicts on the record of a game, on a bundle, on a tournament, from the files alone."""
