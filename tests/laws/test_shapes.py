"""The shapes that clients meet, in every title: every field is explained, a view that was sent reads the same; and a
log folds without any content."""

from __future__ import annotations

import msgspec
import pytest

from moothall.domain.core.codec import plain, to_json
from moothall.domain.core.draw import FastDraw, SeededDraw
from moothall.domain.titles import TITLES
from moothall.server.apidocs.structs import components
from tests.support.seeds import explore

CASES = [(slug, seats) for slug, title in TITLES.items() for seats in (title.players[0], title.players[-1])]


@pytest.mark.parametrize("slug", TITLES)
def test_every_record_and_field_is_explained(slug: str) -> None:
    title = TITLES[slug]
    _, records = components("", [title.moves, title.changes, title.shown], title.glossary)
    assert not [name for name, record in records.items() if not record.get("description")], "without a docstring"
    fields = [(name, field, each) for name, record in records.items() for field, each in record["properties"].items()]
    assert not [(name, field) for name, field, each in fields if not each.get("description")], "without an explanation"
    assert set(title.glossary) <= {field for _, field, _ in fields}, "explained, but nobody asks"


@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_a_view_reads_the_same_and_a_log_folds_without_content(slug: str, seats: int) -> None:
    explore(f"shapes {slug} {seats}", lambda seed: shapes_hold(slug, seats, seed))


def shapes_hold(slug: str, seats: int, seed: int) -> None:
    title, luck, draw = TITLES[slug], FastDraw(seed), SeededDraw(seed.to_bytes(4, "big"))
    decoder = msgspec.json.Decoder(title.view_type)
    turn = title.new(seats, title.options(), draw)
    bare = title.initial(seats, title.options(), 99)  # no content is of this edition
    for index in range(150):
        for change in turn.changes:
            bare = title.evolve(bare, change)
        assert msgspec.structs.replace(bare, edition=title.current) == turn.state
        if index % 7 == 0:
            for seat in (None, 0):
                view = title.view(turn.state, seat)
                assert decoder.decode(to_json(view)) == view
                assert plain(view)["title"] == slug
        awaiting = title.awaiting(turn.state)
        if awaiting.finished:
            return
        if awaiting.step is not None:
            turn = title.run_step(turn.state, draw)
        else:
            seat = awaiting.seats[0].seat
            turn = title.play(turn.state, seat, title.sample_move(title, turn.state, seat, luck), draw)
