"""The dispatcher rates games as they end, once whatever happens; and bots are rated by how they play."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.domain.table.state import Seat
from moothall.domain.titles import TITLES
from moothall.events.projections.rating_ledger import CHUNK
from moothall.events.projections.ratings import Ratings
from moothall.server.bootstrap import rebuild, wire_dispatcher
from moothall.workers.simulate import play, turned
from tests.support.live import until
from tests.support.rated import annulled, digits, drawn_at_random, over, register
from tests.support.tally import TALLY
from tests.workers.conftest import Workshop, person, together

PLAYERS = ("ann", "ben", "cat", "dan")


def finished(shop: Workshop, rated: bool = True) -> str:
    """Two people have played their only round."""
    game_id = f"game{shop.parts.store.redis.incr('games')}"
    commands = shop.parts.commands
    commands.create(game_id, person(0), TALLY, [Seat("human")] * 2, {"rounds": 1}, bytes(32), rated=rated)
    commands.join(game_id, person(1), None, "")
    for index, number in enumerate((2, 4)):
        commands.play(game_id, person(index), [{"type": "write", "number": number}])
    for index in range(2):
        commands.play(game_id, person(index), [{"type": "done"}])
    shop.now += 1
    commands.step(game_id, shop.seq(game_id))
    return game_id


def test_games_are_rated_as_they_end_and_others_are_not(shop: Workshop) -> None:
    dispatcher = shop.dispatcher()
    game_id = finished(shop)
    finished(shop, rated=False)
    shop.game("hh")
    dispatcher.consume()
    (found,) = shop.parts.ratings.history("p0", ["tally"]).entries
    assert (found[1].game, found[1].at) == (game_id, shop.parts.store.read_metas([game_id])[0].updated_at)
    ranking = shop.table(game_id).result.ranking
    assert {player: place(shop, player) for player in ("p0", "p1")} == {"p0": 2, "p1": 1}
    assert ranking == ((1,), (0,))


def place(shop: Workshop, player: str) -> int:
    return shop.parts.ratings.of(player, ["tally"])["tally"].rating.place


def test_two_dispatchers_come_to_what_one_comes_to(shop: Workshop) -> None:
    redis = shop.parts.store.redis
    for _ in range(12):
        finished(shop)
    taken: list[int] = []
    dispatchers = [shop.dispatcher() for _ in range(2)]
    together([partial(lambda each: taken.append(each.consume()), dispatcher) for dispatcher in dispatchers])
    assert sum(taken) >= 12 * 7
    found = digits(redis)
    assert len(found["games"]) == 12
    rebuild(shop.config, {"tally": TALLY})
    assert digits(redis) == found


def test_a_dispatcher_rates_while_it_runs_and_a_little_at_a_time(shop: Workshop) -> None:
    """After an annulment there is much to count anew; what one leaves undone the next one finishes."""
    redis, ratings = shop.parts.store.redis, Ratings(shop.parts.store.redis)
    register(redis, *PLAYERS)
    games = drawn_at_random(3 * CHUNK, PLAYERS, seed=1)
    ratings.note(games[1:])
    ratings.settle_all(["tally"])
    wanted = digits(redis)
    ratings.note(games[:1])
    ratings.settle_all(["tally"])
    ratings.note([annulled(games[0])])
    assert not ratings.settle("tally"), "and here it died"
    assert digits(redis) != wanted
    stop = threading.Event()
    running = threading.Thread(target=wire_dispatcher(shop.config, {"tally": TALLY}).run, args=(stop,))
    running.start()
    try:
        until(lambda: digits(redis) == wanted, "the rest")
        game_id = finished(shop)
        until(lambda: any(each.game == game_id for _, each in ratings.history("p1", ["tally"]).entries), "a rating")
    finally:
        stop.set()
        running.join(30)
    assert not running.is_alive()


def simulated(title: AnyTitle, bots: Sequence[str], games: int) -> list[Any]:
    """Whole games between bots, on the engine alone, as if accounts had played them."""
    made = []
    for number in range(games):
        seated = turned(bots, number)
        ranking = play(title, seated, {}, seed=number).ranking
        made.append(over(f"sim{number}", 1_000 + number, seated, tuple(map(tuple, ranking)), title.slug))
    return made


def test_a_bot_that_plays_better_ranks_above_one_that_plays_anything(shop: Workshop) -> None:
    redis, ratings = shop.parts.store.redis, shop.parts.ratings
    register(redis, "greedy", "random", kind="bot")
    title = TITLES["gates-of-mara"]
    ratings.note(simulated(title, ["random", "greedy"], 12))
    ratings.settle_all([title.slug])
    rows = ratings.leaderboard(title.slug, "bot").rows
    assert [(row.rank, row.player.id) for row in rows] == [(1, "greedy"), (2, "random")]
    assert rows[0].rating.mu - rows[1].rating.mu > rows[0].rating.sigma
