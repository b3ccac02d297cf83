"""What fields of moves and changes are, where their records do not say it."""

GLOSSARY: dict[str, str] = {}
