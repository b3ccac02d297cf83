"""Every kind of caller of a route, and a world in which each request makes sense: games in every state, a token, a
webhook and a delivery to handle, and a tournament in which one can still enter."""

from __future__ import annotations

import itertools
from typing import Any, Literal

from flask import Flask

from moothall.domain.core.data import Json
from moothall.domain.table.decide import Person
from moothall.domain.table.moves import AskPause
from moothall.domain.table.state import Seat
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.moves import AbortTournament, Enter, PairRound, Start
from moothall.events.accounts.players import EVERYBODY, SCOPES, Player, Token, digest
from moothall.events.projections.inbox import Notice
from moothall.events.projections.webhooks import Webhook
from moothall.server.bootstrap import Services
from moothall.server.routes.tournaments import settings_of
from moothall.server.schemas.bodies.tournaments import PostTournament
from tests.support.api import Api
from tests.support.cups import TERMS, run
from tests.support.tally import TALLY

Part = Literal["seat", "creator", "organiser", "entrant", "owner"] | None
Phase = Literal["open", "active", "paused", "over"]
"""Of a game; the tournament is `open`, waits for its first round to be paired, or was aborted in it (`over`)."""

KINDS = (
    "nobody",
    "bad token",
    "revoked token",
    "stranger",
    "organiser of another game",
    "admin",
    "seat",
    "other seat",
    "organiser",
    "former organiser",
    "token for read only",
    "token for play only",
    "token for organise only",
    "token for admin only",
)

ADA, BEN, OLGA, SAM = (Person(f"p_{name.lower()}", name) for name in ("Ada", "Ben", "Olga", "Sam"))
"""The seats, the organiser (who made the game), and somebody from elsewhere."""

ENTITLED: dict[Part, Person] = {
    None: ADA,
    "seat": ADA,
    "entrant": ADA,
    "owner": ADA,
    "creator": OLGA,
    "organiser": OLGA,
}
"""Whose tokens are tried with fewer scopes."""

_WORLDS = itertools.count()
"""A process remembers tokens and games: no two worlds have the same."""


class World:
    """Four people, a game, and what belongs to Ada."""

    def __init__(self, app: Flask, part: Part, phase: Phase, private: bool) -> None:
        self.app = app
        self.parts: Services = app.extensions["moothall"]
        self.part = part
        self._numbers = itertools.count()
        self._name = f"w{next(_WORLDS)}"
        scopes = {ADA: EVERYBODY, BEN: EVERYBODY, OLGA: (*EVERYBODY, "organise"), SAM: EVERYBODY}
        for person, allowed in scopes.items():
            player = Player(person.id, person.name, "human", 0, allowed)
            self.parts.players.register(player, f"{self._name} first of {person.id}")
        self.game = f"{self._name}game"
        self._seat_people(phase, private)
        self.cup = f"{self._name}cup"
        self._hold_tournament(phase)
        self.token = self._token(ADA, ("read",))[1]
        self.hook, self.delivery = self._webhook()

    def caller(self, kind: str) -> tuple[str | None, Person | None, tuple[str, ...]]:
        """The token that such a caller sends, who it is, and what the token is good for."""
        match kind:
            case "nobody":
                return None, None, ()
            case "bad token":
                return "mh_nobody_has_this", None, ()
            case "revoked token":
                secret, kept = self._token(ENTITLED[self.part], EVERYBODY)
                self.parts.players.drop_token(ENTITLED[self.part].id, kept)
                return secret, None, ()
            case "stranger":
                return self._first(SAM, EVERYBODY)
            case "organiser of another game":
                return self._first(SAM, (*EVERYBODY, "organise"))
            case "admin":
                return self._first(SAM, SCOPES)
            case "seat":
                return self._first(ADA, EVERYBODY)
            case "other seat":
                return self._first(BEN, EVERYBODY)
            case "organiser":
                return self._first(OLGA, (*EVERYBODY, "organise"))
            case "former organiser":
                return self._first(OLGA, EVERYBODY)
        scope = kind.split()[2]
        person = ENTITLED[self.part]
        self._first(person, SCOPES)
        return self._token(person, (scope,))[0], person, (scope,)

    def has_part(self, person: Person | None) -> bool:
        """Whether the game, or the thing, is theirs in the way that the route asks for."""
        match self.part:
            case "seat" | "entrant":
                return person in (ADA, BEN)
            case "creator" | "organiser":
                return person is OLGA
            case "owner":
                return person is ADA
        return True

    def knows(self, person: Person | None) -> bool:
        """Whether a private game is there for them."""
        return person in (ADA, BEN, OLGA)

    def token_with(self, scopes: tuple[str, ...]) -> Token:
        """Another token of Ada's that can do no more than that."""
        return self._token(ADA, scopes or ("read",))[1]

    def _first(self, person: Person, scopes: tuple[str, ...]) -> tuple[str, Person, tuple[str, ...]]:
        account = self.parts.players.get(person.id)
        assert account is not None
        self.parts.players.set_scopes(account, scopes)
        return f"{self._name} first of {person.id}", person, scopes

    def _token(self, person: Person, scopes: tuple[str, ...]) -> tuple[str, Token]:
        secret = f"{self._name} {next(self._numbers)} of {person.id}"
        token = Token(f"t_{next(self._numbers)}", "narrow", scopes, 0, digest(secret))
        self.parts.players.keep_token(person.id, token)
        return secret, token

    def _seat_people(self, phase: Phase, private: bool) -> None:
        commands = self.parts.commands
        places = [Seat("human")] * (3 if phase == "open" else 2)
        options = {"rounds": 1}
        commands.create(self.game, OLGA, TALLY, places, options, bytes(32), private=private, organise=True)
        for person in (ADA, BEN):
            commands.join(self.game, person, None, "")
        if phase == "open":
            return
        self._play(ADA, {"type": "write", "number": 2})
        if phase == "paused":
            for person in (ADA, BEN):
                self._play(person, {"type": AskPause.__struct_config__.tag})
        if phase == "over":
            self._play(BEN, {"type": "write", "number": 3})
            for person in (ADA, BEN):
                self._play(person, {"type": "done"})
            commands.step(self.game, self.parts.store.length(self.game))

    def _hold_tournament(self, phase: Phase) -> None:
        """Of Olga's; Ada and Ben take part."""
        commands = self.parts.tournament_commands
        terms = {**TERMS, "next_round": "manual", "check_in": phase == "open", "late_entry": 1, "rounds": 3}
        olga = Account(OLGA.id, OLGA.name, "human")
        commands.create(self.cup, olga, TALLY, settings_of(PostTournament().load(terms)), bytes(32))
        for person in (ADA, BEN):
            commands.ask(self.cup, Account(person.id, person.name, "human"), Enter())
        if phase != "open":
            commands.ask(self.cup, olga, Start())
        if phase == "over":
            commands.ask(self.cup, olga, PairRound())
            run(self.parts, self.cup)
            commands.ask(self.cup, olga, AbortTournament("A storm comes up."))
            run(self.parts, self.cup)

    def _play(self, person: Person, move: Json) -> None:
        self.parts.commands.play(self.game, person, [move])

    def _webhook(self) -> tuple[str, str]:
        hook = Webhook("wh_1", ADA.id, "http://127.0.0.1:9/hook", ["my_turn"], "whsec_x", 0)
        self.parts.webhooks.add(hook)
        self.parts.webhooks.send(ADA.id, Notice(1, b'{"type":"my_turn","game":"g","id":1}'), 1_000)
        (delivery,) = self.parts.webhooks.deliveries(hook.id)
        return hook.id, delivery.id


def ask(app: Flask, method: str, path: str, body: Any, token: str | None) -> Any:
    """One request, as a test client answers it; what the process remembers of tokens is forgotten first."""
    app.extensions["moothall.tokens"].forget()
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    content = {} if body is None else {"json": body}
    return Api(app).app.test_client().open(path, method=method, headers=headers, **content)
