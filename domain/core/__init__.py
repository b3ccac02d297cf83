"""What all titles share: the title record, turns, draws, content, ranking."""
