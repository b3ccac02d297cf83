"""TB-3: luck that is fixed before the first draw and can be checked after the last."""

from __future__ import annotations

import hashlib
import hmac

from moothall.domain.table import decide
from moothall.domain.table.changes import GameFinished
from moothall.domain.table.fold import EMPTY, Log
from moothall.domain.table.next_event import next_event
from moothall.domain.table.state import Seat
from tests.support.scenes import rule
from tests.support.table import ANN, BEN, finished
from tests.support.tally import TALLY, Write

SECRET = b"a secret of exactly thirty-two b"


def faces(entropies: tuple[str, str], secret: bytes = SECRET) -> int:
    """What the first roll would be among a million sides."""
    return decide.draw_for(opened(entropies, secret).table, secret).below("roll/round-1", 1_000_000)


def opened(entropies: tuple[str, str], secret: bytes = SECRET) -> Log:
    log = EMPTY
    _, log = next_event(
        TALLY, log, decide.create(TALLY, ANN, [Seat("human")] * 2, {}, secret, 0, entropy=entropies[0]), 0, secret
    )
    _, log = next_event(TALLY, log, decide.join(TALLY, log.table, BEN, None, entropies[1], secret), 0, secret)
    return log


@rule("TB-3.1")
def test_the_commitment_is_the_sha256_of_the_secret_and_stands_in_the_first_event() -> None:
    game = finished()
    first = game.decode(game.events[0]).changes[0]
    assert first.commitment == hashlib.sha256(game.secret).hexdigest()
    assert game.log.table.commitment == first.commitment


@rule("TB-3.1")
def test_the_same_secret_and_entropies_give_the_same_draws() -> None:
    assert faces(("red", "blue")) == faces(("red", "blue"))


@rule("TB-3.1")
def test_every_entropy_and_the_secret_change_the_draws() -> None:
    all_of_them = {
        faces(("red", "blue")),
        faces(("red", "")),
        faces(("", "blue")),
        faces(("blue", "red")),
        faces(("red", "blue"), bytes(32)),
    }
    assert len(all_of_them) == 5


@rule("TB-3.1")
def test_moves_do_not_change_what_is_drawn() -> None:
    one, other = opened(("", "")), opened(("", ""))
    for log, numbers in ((one, (1, 5)), (other, (4, 2))):
        for seat, number in enumerate(numbers):
            _, log = next_event(TALLY, log, decide.play(TALLY, log, seat, Write(number), SECRET), 0, SECRET)
        assert log.table.game.face == decide.draw_for(log.table, SECRET).below("roll/round-1", 6) + 1


@rule("TB-3.1")
def test_every_event_is_salted_from_the_secret_and_its_own_seq() -> None:
    game = finished()
    for seq, data in enumerate(game.events, 1):
        expected = hmac.new(game.secret, f"salt/{seq}".encode(), hashlib.sha256).hexdigest()
        assert game.decode(data).salt == expected


@rule("TB-3.1")
def test_the_secret_is_told_in_the_last_event_and_nowhere_before() -> None:
    game = finished()
    *before, last = game.events
    told = game.secret.hex().encode()
    assert not any(told in data for data in before)
    assert told in last
    end = game.decode(last).changes[-1]
    assert isinstance(end, GameFinished)
    assert hashlib.sha256(bytes.fromhex(end.secret)).hexdigest() == game.log.table.commitment
