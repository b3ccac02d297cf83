"""The errors of the domain.

MoothallError
├── IllegalMove        a move against the rules; carries the rule's id
│   └── NotYourTurn    the seat owes no decision that this move could answer
├── BadOptions         game options that the title does not know or cannot combine
└── ContentError       a content file that is wrong; names file, entry and field
"""

from __future__ import annotations


class MoothallError(Exception):
    """Root of everything the domain raises on purpose."""


class IllegalMove(MoothallError):
    """A well-formed move that the rules refuse."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text
        self.position: int | None = None
        """Which of several moves sent together it is."""


class NotYourTurn(IllegalMove):
    """The seat is not awaited for this kind of move."""


class BadOptions(MoothallError):
    """Options that no game of this title can start with."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field
        self.text = text


class ContentError(MoothallError):
    """A content file that cannot be trusted."""

    def __init__(self, file: str, entry: str, field: str, text: str) -> None:
        super().__init__(f"{file}: {entry}: {field}: {text}")
        self.file = file
        self.entry = entry
        self.field = field
        self.text = text
