"""What a seat, another seat and a spectator are shown."""

from __future__ import annotations

import hashlib

import pytest
from msgspec.structs import replace

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json
from moothall.domain.core.facts import facts
from moothall.domain.core.words import NOBODY
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.moves import Resign, Undo
from moothall.domain.table.state import Seat
from moothall.domain.table.views import event_view, game_view, reader_of
from tests.laws.walk import Game
from tests.support.table import finished, revealed, started
from tests.support.tally import TALLY, Add, Done, Write

VIEWERS = [0, 1, None]


def shown(game: Game, viewer: int | None) -> Json:
    return game_view(TALLY, "g1", game.log.seq, game.log.table, viewer)


def told(game: Game, event: AnyEvent, viewer: int | None) -> Json:
    return event_view(TALLY, event, reader_of(game.log.table, viewer), game.log.table.status == "finished")


def test_a_secret_number_is_shown_to_its_seat_alone() -> None:
    game = started(3)
    game.play(0, Write(4))
    game.play(1, Write(2))
    written = [list(shown(game, viewer)["state"].written) for viewer in (0, 1, 2, None)]
    assert written == [[4, True, False], [True, 2, False], [True, True, None], [True, True, False]]


def test_a_secret_move_is_told_to_its_seat_alone() -> None:
    game = started()
    event = game.play(0, Write(4))
    own = told(game, event, 0)
    assert own["move"] == {"type": "write", "number": 4}
    assert own["changes"] == [{"type": "written", "seat": 0, "number": 4}]
    for viewer in (1, None):
        other = told(game, event, viewer)
        assert other["move"] is None
        assert other["changes"] == [{"type": "hidden", "seat": 0, "what": "written"}]
        assert other["text"] == ["Player 0 does something in secret"]
        assert (other["seq"], other["seat"]) == (3, 0)


def test_two_games_that_differ_in_a_secret_look_the_same_to_others() -> None:
    games = []
    for number in (1, 5):
        game = started()
        event = game.play(0, Write(number))
        games.append([canonical([shown(game, viewer), told(game, event, viewer)]) for viewer in VIEWERS])
    assert games[0][0] != games[1][0]
    assert games[0][1:] == games[1][1:]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_neither_salt_nor_secret_is_shown_before_the_end(viewer: int | None) -> None:
    game = revealed()
    pages = [shown(game, viewer), *(told(game, game.decode(data), viewer) for data in game.events)]
    text = canonical(pages).decode()
    assert game.secret.hex() not in text
    assert not any(game.decode(data).salt in text for data in game.events)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_is_told_when_the_game_is_over(viewer: int | None) -> None:
    game = finished()
    first_write = told(game, game.decode(game.events[2]), viewer)
    assert first_write["move"] == {"type": "write", "number": 1}
    assert first_write["changes"] == [{"type": "written", "seat": 0, "number": 1}]
    assert shown(game, viewer)["result"]["secret"] == game.secret.hex()


def test_a_game_says_who_sits_where_and_who_is_asked() -> None:
    game = started()
    game.play(1, Resign())
    view = shown(game, 0)
    assert view["you"] == {"seat": 0}
    assert (view["id"], view["title"], view["status"], view["seq"], view["round"]) == ("g1", "tally", "active", 3, 1)
    assert view["seats"][0] == {
        "seat": 0,
        "kind": "human",
        "player": "p0",
        "name": "Player 0",
        "level": None,
        "resigned": False,
        "forfeited": False,
        "time_left_ms": None,
        "score": 0,
        "penalty": 0,
        "reserved": None,
    }
    assert (view["seats"][1]["kind"], view["seats"][1]["level"], view["seats"][1]["resigned"]) == ("ai", "greedy", True)
    assert [decision["seat"] for decision in view["awaiting"]["decisions"]] == [0, 1]
    assert shown(game, None)["you"] is None


def test_entropies_are_not_part_of_the_seats() -> None:
    assert all("entropy" not in seat for seat in shown(started(), 0)["seats"])


def test_the_digest_of_an_event_is_that_of_the_facts_after_it() -> None:
    game = started()
    for move in (Write(3), Undo(), Write(2)):
        event = game.play(0, move)
        known = canonical(facts(game.log.table.game))
        assert event.digest == hashlib.sha256(bytes.fromhex(event.salt) + known).hexdigest()


def test_a_digest_is_told_when_the_game_is_over_because_it_hangs_on_what_is_hidden() -> None:
    game = started()
    event = game.play(0, Write(3))
    assert told(game, event, 0)["digest"] is None
    assert event_view(TALLY, event, NOBODY, True)["digest"] == event.digest


def test_the_reader_is_called_you() -> None:
    game = started()
    event = game.play(0, Write(3))
    assert told(game, event, 1)["text"] == ["Player 0 does something in secret"]
    assert told(game, game.play(0, Undo()), 0)["text"] == ["You take back event 3"]


def test_namesakes_are_told_apart_and_bots_are_numbered() -> None:
    table = started(3).log.table
    ann = replace(table.seats[0], name="Ann")
    twins = replace(table, seats=(ann, ann, Seat("ai", level="greedy")))
    assert reader_of(twins, 1).names == ("Ann (seat 0)", "Ann (seat 1)", "Bot 2")
    assert [reader_of(twins, 1).who(seat) for seat in range(3)] == ["Ann (seat 0)", "you", "Bot 2"]


def test_an_event_is_told_in_words() -> None:
    game = started()
    texts = [told(game, game.decode(data), None)["text"] for data in game.events]
    assert texts[0] == ["A game of Tally with 2 seats is created", "Player 0 takes seat 0"]
    assert texts[1] == ["Player 1 takes seat 1", "The game starts"]
    game.play(0, Write(1))
    assert told(game, game.play(0, Undo()), None)["text"] == ["Player 0 takes back event 3"]
    assert told(game, game.play(1, Resign()), None)["text"] == ["Seat 1 resigns; an AI (greedy) plays on"]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((1, 2), "The game is over: Player 1 wins"),
        ((3, 3), "The game is over: Player 0 and Player 1 share the victory"),
    ],
)
def test_the_end_is_told_in_words(numbers: tuple[int, int], words: str) -> None:
    game = started()
    for seat, number in enumerate(numbers):
        game.play(seat, Write(number))
    for seat in (0, 1):
        game.play(seat, Done())
    assert told(game, game.step(), None)["text"][-1] == words


def test_a_view_does_not_depend_on_who_asks_where_nothing_is_hidden() -> None:
    game = revealed()
    game.play(0, Add())
    assert shown(game, 0)["state"] == shown(game, 1)["state"] == shown(game, None)["state"]
