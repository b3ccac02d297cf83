"""One game, from the seat to the result."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from moothall.server.client import Client, Game, Imagined, Refused
from moothall.server.client.answers import Decision
from moothall.server.runner.asking import Question, Reply
from moothall.server.runner.lines import Lines
from moothall.server.runner.minds import Minds
from moothall.server.runner.stopping import Stopping
from moothall.server.runner.terms import Terms

WAIT_S = 20.0
"""How long the server is asked to wait for the own turn."""

PLAYED = ("open", "active")
"""How a game stands that is not over."""

SHARE = 0.5
"""Of the time that is left on its clock, a bot may take so much for one decision: what comes after needs some too."""

SHORTEST_S = 0.05
FALLBACK_S = 5.0
"""How long a level of Moothall's own may take instead of the bot, if the clock allows it."""

LEFT = (403, 404)
"""What is said to somebody who has no seat there any more."""

OF_THE_TABLE = "TB-"
"""How rules begin that are those of the table and not of the title: it was paused, say."""


class Stuck(Exception):
    """The server refuses whatever is tried, or the bot is to stop after a failure; says why."""


class RunContext(NamedTuple):
    """What all games of a run share."""

    client: Client
    terms: Terms
    minds: Minds
    lines: Lines
    stopping: Stopping


class Table:
    """One game that the bot plays."""

    def __init__(self, context: RunContext, game: str, title: str) -> None:
        self.id = game
        self.failures = 0
        self.decisions = 0
        self.stuck: str | None = None
        """Why it was given up."""
        self.over = False
        self._context = context
        self._title = title

    def play(self) -> None:
        """Until the game is over, or the run stops. Raises Refused and OSError where nothing can be done."""
        client, stopping = self._context.client, self._context.stopping
        while not stopping.asked:
            try:
                decision = client.moves(self.id, wait_s=WAIT_S, limit=1)["decision"]
                while decision is not None and not stopping.asked:
                    decision = self._decide(decision)
                self._look(client.game(self.id))
            except Stuck as stuck:
                self.stuck = str(stuck)
                self._context.lines.over(self.id, f"{self._title}: given up: {stuck}")
                return
            except Refused as refused:
                if refused.moved_on:
                    continue
                if refused.status not in LEFT:
                    raise
                self._look_after(refused)
            if self.over:
                return

    def _decide(self, decision: Decision) -> Decision | None:
        """Think, and play; the next decision, if that is the own one again. None too if this one is gone."""
        with self._context.stopping.deciding() as may:
            if not may:
                return None
            told = self._context.client.position(self.id)
            if told["state"] is None:
                return None
            moves = self._think(told, decision)
            return self._post(moves, decision) if moves else None

    def _think(self, told: Imagined, decision: Decision) -> tuple[Any, ...]:
        """The moves to make, by the bot or whoever answers for it."""
        reply = self._ask(told, self._time_for(decision, self._context.terms.think_s))
        if reply.failed:
            reply = self._instead(reply, told, decision)
        return reply.moves

    def _ask(self, told: Imagined, limit_s: float, level: str | None = None) -> Reply:
        question = Question(
            self.id,
            self._title,
            told["seat"],
            told["edition"],
            told["state"] or "",
            secrets.randbits(62),
            limit_s,
            level,
        )
        return self._context.minds.of(self.id).ask(question)

    def _instead(self, reply: Reply, told: Imagined, decision: Decision) -> Reply:
        """The bot has no answer: it is told so by name, and what was agreed on happens."""
        context, how = self._context, self._context.terms.on_failure
        self.failures += 1
        where = f"{self._title}, game {self.id}, seat {told['seat']}, event {told['seq']}"
        context.lines.say(f"bot {context.terms.spec} {reply.failed} ({where})\n{reply.trace}".rstrip())
        if how == "stop":
            context.stopping.ask()
            raise Stuck("the bot failed")
        if how == "resign":
            context.client.resign(self.id)
            raise Stuck("resigned, since the bot failed")
        instead = self._ask(told, self._time_for(decision, FALLBACK_S), how)
        if instead.failed:
            raise Stuck(f"{how} {instead.failed}")
        return instead

    def _time_for(self, decision: Decision, limit_s: float) -> float:
        """How long this decision may take."""
        deadline = decision["deadline"]
        if deadline is None:
            return limit_s
        return min(limit_s, max(SHORTEST_S, SHARE * (deadline / 1_000 - self._context.client.now())))

    def _post(self, moves: tuple[Any, ...], decision: Decision) -> Decision | None:
        try:
            played = self._context.client.play(self.id, *moves, decision=decision["id"])
        except Refused as refused:
            if refused.moved_on or refused.status in LEFT or (refused.rule or "").startswith(OF_THE_TABLE):
                return None
            if len(moves) > 1:  # as far as it was foreseen, and no further
                return self._post(moves[:1], decision)
            raise Stuck(f"the server refuses {moves[0]}: {refused} (another version than here?)") from refused
        self.decisions += 1
        awaiting: Mapping[str, Any] = played["awaiting"] or {"decisions": []}
        return next((each for each in awaiting["decisions"] if each["seat"] == decision["seat"]), None)

    def _look(self, game: Game) -> None:
        """How it stands, and whether it is over."""
        seat = game["you"]["seat"] if game["you"] is not None else None
        scores = ", ".join("-" if each["score"] is None else str(each["score"]) for each in game["seats"])
        where = f"{self._title} seat {seat}, round {game['round']}, scores {scores}"
        if game["status"] not in PLAYED:
            self.over = True
            self._context.lines.over(self.id, f"{where}: {_ended(game, seat)}")
        elif seat is None:
            self.over = True
            self._context.lines.over(self.id, f"{where}: the seat is no longer the bot's")
        else:
            waits = "waits for players" if game["status"] == "open" else _awaited(game, seat)
            self._context.lines.show(self.id, f"{where}, {self.decisions} decisions, {waits}")

    def _look_after(self, refused: Refused) -> None:
        """Somebody else has the seat, or nobody knows the game any more."""
        try:
            self._look(self._context.client.game(self.id))
        except Refused:
            self.over = True
            self._context.lines.over(self.id, f"{self._title}: {refused}")


def _ended(game: Game, seat: int | None) -> str:
    if game["result"] is None:
        return game["status"]
    place = 1
    for group in game["result"]["ranking"]:
        if seat in group:
            return f"{game['status']}, place {place} of {len(game['seats'])}"
        place += len(group)
    return game["status"]


def _awaited(game: Game, seat: int) -> str:
    if game["paused"]:
        return "paused"
    asked = [each["seat"] for each in game["awaiting"]["decisions"]]
    return "thinks" if seat in asked else f"waits for {', '.join(f'seat {each}' for each in asked) or 'the game'}"
