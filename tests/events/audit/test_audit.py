"""What was played is found good: every title, every way a game can go; and what cannot be judged is said."""

from __future__ import annotations

from dataclasses import replace as with_fields
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from moothall.domain.core.data import Json
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide
from moothall.domain.table.decide import Person, parent
from moothall.domain.table.fold import undoable
from moothall.domain.table.moves import AnnulGame, Resign, RestoreGame, UndoAll
from moothall.domain.titles import TITLES
from moothall.events.audit.game import audit
from moothall.events.records.format import header_of, write
from tests.golden.ways import ruled
from tests.laws.walk import Game
from tests.support.records import (
    FORGER,
    KEY,
    ORGANISER,
    TRUSTED,
    back_to,
    chained,
    events_of,
    record,
    rewritten,
    with_undos,
)
from tests.support.table import finished
from tests.support.tally import TALLY, RoundScored

BOTH = {**TITLES, "tally": TALLY}


def good(game: Game) -> bytes:
    data = record(game)
    report = audit(data, BOTH, trusted=TRUSTED)
    assert report.ok, report
    assert (report.seq, report.trusted, report.key) == (len(game.events), True, KEY.id)
    return data


@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_a_full_game_with_undos_and_a_resignation_is_good(title: AnyTitle) -> None:
    game, luck = Game(title, title.players[-1]), FastDraw(11)
    game.run(luck, with_undos(game, luck), most=60)
    game.play(1, Resign())
    game.run(luck)
    undone = [event["seq"] for event in events_of(good(game)) if event.get("undone")]
    assert undone, "the game holds undone branches"


@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_a_game_with_every_ruling_is_good(title: AnyTitle) -> None:
    good(ruled(title))


@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
@pytest.mark.parametrize("seat", [None, 1], ids=["exact", "sandbox"])
def test_a_fork_is_good(title: AnyTitle, seat: int | None) -> None:
    game = Game(title, title.players[0])
    game.run(FastDraw(13), most=30)
    secret = bytes(32)
    made = parent(title, "g1", 30, game.log.table, bytes(32), seat, secret)
    fork = Game(title, title.players[0], secret=secret, parent=made)
    fork.run(FastDraw(14))
    good(fork)


def test_an_annulled_finished_game_is_good() -> None:
    game = Game(TALLY, 3, {"rounds": 1}, organiser=ORGANISER)
    game.run(FastDraw(1))
    game.rule(AnnulGame("collusion"))
    good(game)


def test_coming_and_going_before_the_start_is_good() -> None:
    game = back_to(Game(TALLY, 2, {"rounds": 1}, organiser=ORGANISER), 1)
    eve = Person("eve", "Eve")
    game.append(decide.join(TALLY, game.log.table, eve, None, "", game.secret))
    game.append(decide.leave(game.log.table, eve))
    for seat, name in ((1, "p0"), (0, "p1")):
        game.append(decide.join(TALLY, game.log.table, Person(name, name), seat, "luck", game.secret))
    game.run(FastDraw(2))
    good(game)


def test_a_forged_restoration_is_found() -> None:
    game = Game(TALLY, 2, {"rounds": 2}, organiser=ORGANISER)
    game.run(FastDraw(1), most=8)
    restored = game.rule(RestoreGame(5, "misclick")).seq
    game.run(FastDraw(2))
    data = good(game)

    def richer(seq: int, event: Json) -> Json:
        if seq == restored:
            state = msgspec.json.decode(event["changes"][0]["state"])
            event["changes"][0]["state"] = msgspec.json.encode({**state, "points": [50, 0]}).decode()
        return event

    report = audit(rewritten(data, richer, FORGER), BOTH)
    assert (report.chain.ok, report.rules.ok, report.rules.seq) == (True, False, restored)


def test_a_fork_from_a_state_that_cannot_be_is_found() -> None:
    game = Game(TALLY, 2, {"rounds": 1})
    made = parent(TALLY, "g1", 2, game.log.table, bytes(32), None, bytes(32))
    state = msgspec.json.decode(made.state)
    fork = Game(
        TALLY, 2, {"rounds": 1}, parent=replace(made, state=msgspec.json.encode({**state, "added": [3, 0]}).decode())
    )
    fork.run(FastDraw(1))
    report = audit(record(fork), BOTH)
    assert (report.rules.ok, report.rules.seq) == (False, 1)
    assert "seat 0 added 3 times" in str(report.rules.why)


def test_a_bot_that_moves_for_a_person_is_found() -> None:
    data = record(finished())

    def by_a_bot(seq: int, event: Json) -> Json:
        return {**event, "level": "random"} if seq == 4 else event

    report = audit(rewritten(data, by_a_bot, FORGER), BOTH)
    assert (report.rules.ok, report.rules.seq) == (False, 4)
    assert "TB-2.1" in str(report.rules.why)


def test_an_undo_of_more_than_the_rules_allow_is_found() -> None:
    game = Game(TALLY, 2, {"rounds": 2})
    luck = FastDraw(1)
    while not undoable(game.log, 0):
        game.run(luck, most=game.log.seq + 1)
    undo = game.play(0, UndoAll()).seq
    game.run(luck)
    data = good(game)

    def deeper(seq: int, event: Json) -> Json:
        return {**event, "undone": [2, *event["undone"]]} if seq == undo else event

    report = audit(rewritten(data, deeper, FORGER), BOTH)
    assert (report.replay.ok, report.replay.seq) == (False, undo)
    assert "cannot be undone" in str(report.replay.why)
    assert report.rules.ok is None


def test_a_result_that_nobody_earned_is_found() -> None:
    data = record(finished())
    last = len(events_of(data))

    def win(seq: int, event: Json) -> Json:
        if seq == last:
            event["changes"][-1]["ranking"] = [[1], [0]] if event["changes"][-1]["ranking"][0] == [0] else [[0], [1]]
        return event

    report = audit(rewritten(data, win, FORGER), BOTH)
    assert (report.replay.ok, report.replay.seq) == (False, last)
    assert (report.rules.ok, report.rules.seq) == (False, last)


def without(title: AnyTitle) -> AnyTitle:
    """The title in a Moothall that has its second edition only."""
    content = title.content
    return with_fields(title, editions={2: replace(content, header=replace(content.header, edition=2))})


def test_a_game_of_an_edition_that_is_not_at_hand_is_replayed_but_not_judged() -> None:
    report = audit(record(finished()), {"tally": without(TALLY)})
    assert (report.ok, report.chain.ok, report.replay.ok, report.rules.ok, report.draws.ok) == (
        None,
        True,
        True,
        None,
        None,
    )
    assert "edition 1, this Moothall has 2" in str(report.rules.why)
    assert "commitment and salts hold" in str(report.draws.why)


def test_a_game_with_other_content_is_replayed_but_not_judged() -> None:
    changed = with_fields(TALLY, editions={1: replace(TALLY.content, hash="00" * 32)})
    report = audit(record(finished()), {"tally": changed})
    assert (report.chain.ok, report.replay.ok, report.rules.ok) == (True, True, None)
    assert "other content" in str(report.rules.why)


def test_the_secret_of_an_old_game_is_still_checked() -> None:
    def lie(seq: int, event: Json) -> Json:
        for change in event["changes"]:
            if "secret" in change:
                change["secret"] = "00" * 32
        return event

    forged = rewritten(record(finished()), lie, FORGER)
    report = audit(forged, {"tally": without(TALLY)})
    assert report.draws.ok is False


def test_divergences_are_listed_event_by_event() -> None:
    """Today a round is worth a point more."""

    def generous(turn: Any) -> None:
        scored = TALLY.run_step(turn.state, turn.draw).changes[0]
        assert isinstance(scored, RoundScored)
        turn.emit(RoundScored(tuple(points + 1 for points in scored.points)))

    today = with_fields(without(TALLY), step=generous)
    game = finished()
    report = audit(record(game), {"tally": today}, current=True)
    assert [each.seq for each in report.divergences] == [len(game.events)]
    assert (report.rules.ok, report.rules.seq) == (False, len(game.events))
    assert "round_scored" in report.divergences[0].why
    assert report.replay.ok
    same = audit(record(game), {"tally": without(TALLY)}, current=True)
    assert same.rules.ok
    assert same.divergences == ()


def test_an_unknown_title_is_said() -> None:
    report = audit(record(finished()), {})
    assert (report.ok, report.chain.ok) == (None, True)
    assert "no title 'tally'" in str(report.rules.why)


def test_a_record_of_an_older_schema_is_upcast_and_verified() -> None:
    """In version 1 the edition was called `rules_version`."""
    game = finished()
    old = []
    for data in game.events:
        event = msgspec.json.decode(data)
        for change in event["changes"]:
            if change["type"] == "game_created":
                change["rules_version"] = change.pop("edition")
        old.append(msgspec.json.encode({**event, "v": 1}))
    header = replace(header_of(TALLY, "g1", game.log.table, KEY.id), schema=1)
    data = b"".join(write(header, chained(old), KEY))
    assert audit(data, BOTH, trusted=TRUSTED).ok
    assert audit(data, BOTH, upcasters={}).replay.ok is False


@pytest.mark.parametrize("data", [b"", b"\n", b"hello", b"\x00" * 100, b'{"line":"end"}\n', b"[]\n" * 3])
def test_what_is_no_record_is_said(data: bytes) -> None:
    report = audit(data, BOTH)
    assert report.chain.ok is False
    assert report.chain.why
    assert report.rules.ok is None
