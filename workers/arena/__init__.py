"""Every bot against every bot: the same deals for all, seats exchanged, every game kept as a record."""
