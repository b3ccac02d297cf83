"""The ways through the log of one game: commands write, queries read, followers are told."""
