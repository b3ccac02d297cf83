"""The log of every game, and the only ways through it: commands write, queries read. Knows Redis; knows no rules."""
