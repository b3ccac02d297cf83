"""The routes: each parses, hands over and answers. None of them catches; problems.py does."""
