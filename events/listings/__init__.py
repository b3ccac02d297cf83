"""What spans games, derived from their logs: the lobby, everyone's games, profiles."""
