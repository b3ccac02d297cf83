"""What an operator's machine runs and keeps: the embedded Redis, its files, and how they are checked and upgraded."""
