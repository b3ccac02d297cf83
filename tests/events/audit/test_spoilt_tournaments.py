"""Whatever is done to the record of a tournament is found and named, whoever signs it afterwards."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json
from moothall.domain.core.draw import commitment
from moothall.domain.tournament.moves import Enter, Start
from moothall.domain.tournament.standings import placed
from moothall.events.audit.report import NAMES
from moothall.events.audit.standings import RULES
from moothall.events.records.bundle import MANIFEST, look_into, written
from moothall.events.records.tournament import LOG
from tests.support.autumn_cup import BOTS, cup, duplicated, finished, settings as terms
from tests.support.hall import Hall
from tests.support.recomputing import PROGRAM
from tests.support.records import FORGER, KEY, TRUSTED, annulled, events_of, header_in, record
from tests.support.spoiling import (
    Files,
    bad,
    changes_in,
    judged,
    packed,
    regamed,
    relogged,
    resigned,
    unpacked,
    zipped,
)
from tests.support.tally import TALLY

Events = list[Any]


class Edit(NamedTuple):
    """Something that is done to the events of a log, and what the fifth verdict says of it."""

    do: Callable[[Events], Any]
    why: str
    duplicate: bool = False


def first(events: Events, kind: str) -> Json:
    return changes_in(events, kind)[0]


def last(events: Events, kind: str) -> Json:
    return changes_in(events, kind)[-1]


def change(kind: str, which: int = 0, **members: Any) -> Callable[[Events], None]:
    """A change of that kind says something else."""
    return lambda events: changes_in(events, kind)[which].update(members)


def turn(kind: str, member: str, which: int = 0) -> Callable[[Events], None]:
    """A list is turned round."""

    def do(events: Events) -> None:
        found = changes_in(events, kind)[which]
        assert found[member] != found[member][::-1]
        found[member] = found[member][::-1]

    return do


def without(kind: str, which: int = 0) -> Callable[[Events], None]:
    """An event is left out, and all after it move up."""

    def do(events: Events) -> None:
        holding = [event for event in events if any(change["type"] == kind for change in event["changes"])]
        events.remove(holding[which])

    return do


def settings(**members: Any) -> Callable[[Events], None]:
    return lambda events: first(events, "tournament_created")["settings"].update(members)


def exchange_results(events: Events) -> None:
    """Two tables of a round end like each other."""
    one, other = [each for each in changes_in(events, "table_ended") if each["round"] == 1][:2]
    for name in ("ranking", "scores", "seq", "head"):
        one[name], other[name] = other[name], one[name]


def exchange_entrants(events: Events) -> None:
    """Two entrants at the first two tables of a round sit at each other's."""
    one, other = last(events, "round_paired")["tables"][:2]
    one["seats"][0], other["seats"][0] = other["seats"][0], one["seats"][0]


def exchange_games(events: Events) -> None:
    one, other = first(events, "round_paired")["tables"][:2]
    one["game"], other["game"] = other["game"], one["game"]


def exchange_events(events: Events) -> None:
    """Two entries in the other order: then they would have other numbers."""
    events[1], events[2] = events[2], events[1]


def double(events: Events) -> None:
    events.insert(3, events[2])


def other_seats(events: Events) -> None:
    table = first(events, "round_paired")["tables"][0]
    table["seats"] = [*table["seats"][1:], table["seats"][0]]


def more_points(events: Events) -> None:
    last(events, "tournament_finished")["standings"][0]["points"] = "99"


def other_rank(events: Events) -> None:
    standings = last(events, "tournament_finished")["standings"]
    standings[0]["entrant"], standings[1]["entrant"] = standings[1]["entrant"], standings[0]["entrant"]


def other_tie_break(events: Events) -> None:
    last(events, "tournament_finished")["standings"][2]["tie_breaks"][0] = "1/3"


def shorter_standings(events: Events) -> None:
    last(events, "tournament_finished")["standings"].pop()


def other_bye(events: Events) -> None:
    paired = next(each for each in changes_in(events, "round_paired") if each["byes"])
    seats = paired["tables"][0]["seats"]
    seats[0], paired["byes"][0] = paired["byes"][0], seats[0]


def other_correction(events: Events) -> None:
    """Consistently: what was asked and what came of it. The standings do not follow."""
    event = next(each for each in events if each["changes"][0]["type"] == "result_corrected")
    for each in (event["move"], event["changes"][0]):
        each["ranking"] = each["ranking"][::-1]


def other_penalty(events: Events) -> None:
    event = [each for each in events if each["changes"][0]["type"] == "points_taken"][-1]
    for each in (event["move"], event["changes"][0]):
        each["points"] = 4


def exchange_deals(events: Events) -> None:
    one, other = changes_in(events, "round_closed")[:2]
    one["secret"], other["secret"] = other["secret"], one["secret"]


def exchange_commitments(events: Events) -> None:
    one, other = changes_in(events, "round_paired")[:2]
    one["commitment"], other["commitment"] = other["commitment"], one["commitment"]


def by_somebody_else(events: Events) -> None:
    next(each for each in events if each["changes"][0]["type"] == "points_taken")["by"] = "ada"


def cut(events: Events) -> None:
    del events[-1]


def cut_in_half(events: Events) -> None:
    del events[len(events) // 2 :]


EDITS: dict[str, Edit] = {
    "an entry left out": Edit(without("entrant_entered"), "entrant"),
    "a late entry left out": Edit(without("entrant_entered", -1), ""),
    "a drop left out": Edit(without("entrant_dropped"), ""),
    "the start left out": Edit(without("tournament_started"), "TN-"),
    "a round left out": Edit(without("round_paired", 1), ""),
    "a no-show left out": Edit(without("seats_missed"), "table"),
    "a result left out": Edit(without("table_ended", 2), ""),
    "a closing left out": Edit(without("round_closed"), "TN-"),
    "a correction left out": Edit(without("result_corrected"), ""),
    "a penalty left out": Edit(without("points_taken", -1), ""),
    "a withdrawal left out": Edit(without("ruling_withdrawn"), ""),
    "a substitute left out": Edit(without("entrant_substituted"), ""),
    "entries in another order": Edit(exchange_events, "entrant of entrant_entered is recorded as"),
    "an entry doubled": Edit(double, ""),
    "other seats at a table": Edit(other_seats, "of its game is for"),
    "entrants of two tables exchanged": Edit(exchange_entrants, "of its game is for"),
    "games of two tables exchanged": Edit(exchange_games, "its game's tournament is"),
    "another time of pairing": Edit(change("round_paired", paired_at=1), "not the time of the event"),
    "a deadline that was not agreed": Edit(change("round_paired", deadline=9), "deadline of round_paired"),
    "paired by nobody's leave": Edit(change("round_paired", 1, by="org"), "by of round_paired"),
    "other lots": Edit(turn("tournament_started", "lots"), "lots of tournament_started"),
    "another ranking": Edit(turn("table_ended", "ranking"), "ranking is recorded as"),
    "other scores": Edit(change("table_ended", 1, scores=[9, 9, 9, 9]), "scores is recorded as"),
    "a forfeit that was none": Edit(change("table_ended", 1, forfeited=[0]), "forfeited is recorded as"),
    "a result of another event": Edit(change("table_ended", 1, seq=2), "does not have the hash"),
    "a result of no event": Edit(change("table_ended", 1, seq=999), "has no event 999"),
    "a result of another log": Edit(change("table_ended", 1, head="00" * 32), "does not have the hash"),
    "results of two tables exchanged": Edit(exchange_results, "table"),
    "another no-show": Edit(change("seats_missed", seats=[0, 1]), "does not say that seats [0,1] were missed"),
    "a table annulled that was played": Edit(change("table_ended", 1, type="table_annulled"), "event cannot be read"),
    "a correction changed": Edit(turn("result_corrected", "ranking"), "ranking of result_corrected"),
    "a correction changed throughout": Edit(other_correction, "follows"),
    "a penalty changed": Edit(change("points_taken", points=1), "points of points_taken"),
    "a penalty changed throughout": Edit(other_penalty, "follows"),
    "another ruling withdrawn": Edit(change("ruling_withdrawn", seq=1), "seq of ruling_withdrawn"),
    "a ruling of somebody else": Edit(by_somebody_else, "TN-8.1"),
    "points in the standings": Edit(more_points, "standings of tournament_finished"),
    "ranks in the standings": Edit(other_rank, "standings of tournament_finished"),
    "a tie-break in the standings": Edit(other_tie_break, "standings of tournament_finished"),
    "somebody left out of the standings": Edit(shorter_standings, "standings of tournament_finished"),
    "another secret": Edit(change("tournament_finished", secret="ab" * 32), "not the one that was committed to"),
    "a secret that is none": Edit(change("tournament_finished", secret="secret"), "never told"),
    "another name": Edit(settings(name="Winter Cup"), "the header's name"),
    "other points": Edit(settings(points={"2": [9, 0], "3": [9, 0, 0], "4": [9, 0, 0, 0]}), ""),
    "another bye": Edit(settings(bye=7), "", duplicate=True),
    "other tie-breaks": Edit(settings(tie_breaks=["wins"]), ""),
    "another table size": Edit(settings(table_size=3), ""),
    "another edition": Edit(settings(edition=2), "edition"),
    "other options": Edit(settings(options={"rounds": 2}), "its game's options"),
    "another clock": Edit(settings(clock={"per_move_s": 9}), "its game's clock"),
    "another substitute level": Edit(settings(substitute="random"), "its game's substitute"),
    "another title": Edit(settings(title="nim"), ""),
    "settings that no tournament has": Edit(settings(rounds=10**9), "TN-1.3"),
    "another organiser": Edit(change("tournament_created", organiser="eve"), ""),
    "another commitment": Edit(change("tournament_created", commitment="00" * 32), "commitment"),
    "another player": Edit(change("entrant_entered", player="zoe"), ""),
    "another level": Edit(change("entrant_entered", 5, level="greedy"), ""),
    "the end cut off": Edit(cut, "never told"),
    "the second half cut off": Edit(cut_in_half, "never told"),
    "nothing left": Edit(lambda events: events.clear(), "never told"),
    "somebody else sits out": Edit(other_bye, "of its game is for", duplicate=True),
    "deals told exchanged": Edit(exchange_deals, "secret of round_closed", duplicate=True),
    "commitments to deals exchanged": Edit(exchange_commitments, "committed to another deal", duplicate=True),
    "a deal not told": Edit(change("round_closed", secret=""), "secret of round_closed", duplicate=True),
    "no duplicate": Edit(settings(duplicate=False), "", duplicate=True),
}
"""All events are numbered, chained, listed and signed anew after each."""


def whole(duplicate: bool = False) -> Files:
    return unpacked((duplicated() if duplicate else finished()).export())


def edited(edit: Edit) -> tuple[Files, Events]:
    files = whole(edit.duplicate)
    events = events_of(files[LOG])
    before = canonical(events)
    edit.do(events)
    assert canonical(events) != before, "nothing was spoilt"
    return files, events


@pytest.mark.parametrize("duplicate", [False, True])
def test_a_whole_record_is_good_five_times(tmp_path: Path, duplicate: bool) -> None:
    data = (duplicated() if duplicate else finished()).export()
    report = judged(tmp_path / "cup.zip", data, TRUSTED)
    assert {name: verdict.ok for name, verdict in report.verdicts.items()} == dict.fromkeys((*NAMES, "standings"), True)
    assert (report.trusted, report.games) == (True, len(unpacked(data)) - 1)
    assert judged(tmp_path / "again.zip", packed(unpacked(data)), TRUSTED).ok, "what is packed again is the same"


@pytest.mark.parametrize("duplicate", [False, True])
def test_another_program_comes_to_the_same_standings(tmp_path: Path, duplicate: bool) -> None:
    hall = duplicated() if duplicate else finished()
    path = tmp_path / "cup.zip"
    path.write_bytes(hall.export())
    done = subprocess.run([sys.executable, PROGRAM, path], capture_output=True, text=True, check=True)
    *rows, said = done.stdout.splitlines()
    assert said == "as recorded"
    told = [(int(row.split("\t")[0]), *row.split("\t")[2:]) for row in rows]
    assert told == [(each.rank, each.points, *each.tie_breaks) for each in placed(hall.tournament)]


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edited_log_is_found_even_if_the_server_itself_signs_it(tmp_path: Path, edit: Edit) -> None:
    files, events = edited(edit)
    report = judged(tmp_path / "cup.zip", packed(relogged(files, events)), TRUSTED)
    assert report.chain.ok, report.chain
    assert report.standings.ok is False
    assert report.standings.seq is not None
    assert edit.why in str(report.standings.why), report.standings


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edited_log_that_somebody_else_signs_is_found_by_the_key_too(tmp_path: Path, edit: Edit) -> None:
    files, events = edited(edit)
    data = packed(relogged(resigned(files, FORGER), events, FORGER), FORGER)
    report = judged(tmp_path / "cup.zip", data, TRUSTED)
    assert (report.trusted, report.chain.ok, report.standings.ok) == (False, False, False)
    assert "none of the keys that count here" in str(report.chain.why)
    assert judged(tmp_path / "cup.zip", data).standings.ok is False


def test_a_record_that_somebody_else_signs_is_good_but_not_trusted(tmp_path: Path) -> None:
    data = packed(resigned(whole(), FORGER), FORGER)
    assert judged(tmp_path / "cup.zip", data).ok
    report = judged(tmp_path / "cup.zip", data, TRUSTED)
    assert (report.trusted, bad(report)) == (False, {"chain"})


def other_first(events: Events, **members: Any) -> None:
    created = events[0]["changes"][0]
    created.update(members)


def game(**members: Any) -> Callable[[Files], Files]:
    """The first game was created otherwise."""
    return lambda files: regamed(files, games_in(files)[0], lambda events: other_first(events, **members))


def games_in(files: Files) -> list[str]:
    return [name for name in files if name != LOG]


def removed(which: int) -> Callable[[Files], Files]:
    return lambda files: {name: data for name, data in files.items() if name != games_in(files)[which]}


def exchanged(files: Files) -> Files:
    """Two records in each other's place, each with the name of the other in its header."""
    one, other = games_in(files)[:2]
    first_game, second_game = header_in(files[one])["game"], header_in(files[other])["game"]
    made = regamed(files, one, lambda events: None, game=second_game)[one]
    back = regamed(files, other, lambda events: None, game=first_game)[other]
    return {**files, one: back, other: made}


def with_more(files: Files) -> Files:
    return {**files, "games/more.ndjson": record(annulled(TALLY, 2, 6), game_id="more")}


def doubled(files: Files) -> Files:
    return {**files, "games/again.ndjson": files[games_in(files)[0]]}


def played_otherwise(files: Files) -> Files:
    """A whole sound game of the same table, but another one."""
    name = games_in(files)[0]
    return {**files, name: unpacked(cup(luck="other").export())[name]}


def shortened(files: Files) -> Files:
    name = games_in(files)[1]
    return regamed(files, name, lambda events: events.pop())


def another_move(files: Files) -> Files:
    def do(events: Events) -> None:
        next(each for each in events if each.get("move", {}).get("type") == "write")["move"]["number"] = 1

    return regamed(files, games_in(files)[2], do)


GAMES: dict[str, tuple[Callable[[Files], Files], str]] = {
    **{f"record {which} removed": (removed(which), "is missing") for which in range(5)},
    "two records exchanged": (exchanged, "its game's tournament is"),
    "a record too many": (with_more, "no table of this tournament"),
    "a record twice": (doubled, "records of the same game"),
    "a record cut off": (shortened, "has no event"),
    "another game of the same table": (played_otherwise, "its game"),
    "a move changed": (another_move, "does not have the hash"),
    "a game of another tournament": (game(tournament={"id": "t2", "round": 1, "table": 1}), "its game's tournament is"),
    "a game of another round": (game(tournament={"id": "t1", "round": 2, "table": 1}), "its game's tournament is"),
    "a game of another table": (game(tournament={"id": "t1", "round": 1, "table": 2}), "its game's tournament is"),
    "a game of no tournament": (game(tournament=None), "its game's tournament is"),
    "another organiser": (game(organiser="eve"), "its game's organiser is"),
    "other options": (game(options={"rounds": 2}), "its game's options is"),
    "another clock": (game(clock={"per_move_s": 9}), "its game's clock is"),
    "another substitute": (game(substitute="random"), "its game's substitute is"),
    "another edition": (game(edition=7), "its game's edition is"),
    "other content": (game(content_hash="00" * 32), "its game's content_hash is"),
    "a sealed game": (game(sealed=True), "its game's sealed is"),
    "seats kept for others": (game(reserved=[{"seat": 0, "player": "zoe", "name": "Zoe"}]), "of its game is for"),
}
"""All of it listed and signed anew with the server's own key."""


@pytest.mark.parametrize("name", GAMES)
def test_a_spoilt_game_is_found_by_the_tournament_even_if_the_server_itself_signs_it(tmp_path: Path, name: str) -> None:
    spoil, why = GAMES[name]
    files = whole()
    spoilt = spoil(files)
    assert spoilt != files
    report = judged(tmp_path / "cup.zip", packed(spoilt), TRUSTED)
    assert report.standings.ok is False, report
    assert why in str(report.standings.why), report.standings


def test_a_deal_of_another_round_is_found(tmp_path: Path) -> None:
    files = whole(duplicate=True)
    name = games_in(files)[0]
    other = commitment(b"another deal")
    spoilt = regamed(files, name, lambda events: other_first(events, commitment=other), commitment=other)
    report = judged(tmp_path / "cup.zip", packed(spoilt), TRUSTED)
    assert bad(report) >= {"draws", "standings"}
    assert "committed to another deal than the round" in str(report.standings.why)


def signatures(files: Files) -> Iterator[tuple[str, bytes]]:
    """Copies of which only a part is signed by somebody else."""
    forger = resigned(files, FORGER)
    yield "the manifest", packed(files, FORGER)
    yield "the log", packed({**files, LOG: forger[LOG]})
    for name in games_in(files)[:3]:
        yield name, packed({**files, name: forger[name]})


def test_all_of_a_record_is_signed_by_one_key(tmp_path: Path) -> None:
    """Without knowing which keys count."""
    for what, data in signatures(whole()):
        report = judged(tmp_path / "cup.zip", data)
        assert bad(report) == {"chain"}, what
        assert f"by key {FORGER.id}" in str(report.chain.why)


@pytest.mark.parametrize("member", ["name", "title", "edition", "content_hash", "commitment", "tournament", "schema"])
def test_a_header_that_tells_another_story_is_found(tmp_path: Path, member: str) -> None:
    files = whole()
    value: Any = 9 if member in ("edition", "schema") else "other"
    lines = files[LOG].splitlines(keepends=True)
    told = canonical({**header_in(files[LOG]), member: value}) + b"\n"
    unsigned = judged(tmp_path / "cup.zip", packed({**files, LOG: b"".join([told, *lines[1:]])}), TRUSTED)
    assert bad(unsigned) >= {"chain", "standings"}
    if member != "schema":
        again = judged(tmp_path / "cup.zip", packed(relogged(files, events_of(files[LOG]), **{member: value})), TRUSTED)
        assert again.chain.ok
        assert again.standings.ok is not True


def test_a_flipped_bit_of_the_log_is_found_at_the_event_it_is_in(tmp_path: Path) -> None:
    files = whole()
    lines = files[LOG].splitlines(keepends=True)
    for seq in range(1, len(lines) - 1, 2):
        line = bytearray(lines[seq])
        line[len(line) // 2] ^= 1
        spoilt = {**files, LOG: b"".join([*lines[:seq], bytes(line), *lines[seq + 1 :]])}
        report = judged(tmp_path / "cup.zip", packed(spoilt), TRUSTED)
        assert (report.chain.ok, report.standings.ok, report.standings.seq) == (False, False, seq)


def test_flipped_bytes_of_every_file_are_found(tmp_path: Path) -> None:
    """As they are packed. What a zip has round them says nothing."""
    path = tmp_path / "cup.zip"
    data = finished().export()
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        entries = bundle.infolist()
    for entry in entries:
        begin = entry.header_offset + 30 + len(entry.filename)
        for place in range(begin + 20, begin + entry.compress_size - 1, entry.compress_size // 4):
            spoilt = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
            path.write_bytes(spoilt)
            if entry.filename == MANIFEST:
                assert "no manifest that can be read" in str(look_into(path).fault)
            else:
                report = judged(path, spoilt, TRUSTED)
                assert entry.filename in str(report.chain.why), (place, report)


def test_a_record_removed_with_its_line_is_found_twice(tmp_path: Path) -> None:
    """By the signature, and by the tournament that misses it."""
    path = tmp_path / "cup.zip"
    path.write_bytes(finished().export())
    manifest = look_into(path).manifest
    assert manifest is not None
    files = removed(0)(whole())
    kept = replace(manifest, records=manifest.records[1:])
    report = judged(path, zipped({**files, MANIFEST: written(kept)}), TRUSTED)
    assert bad(report) == {"chain", "standings"}
    assert "the signature is not one of key" in str(report.chain.why)
    assert "table 1 of round 1: the record of its game g-1-1 is missing" in str(report.standings.why)


def test_a_no_show_that_is_forgiven_is_found(tmp_path: Path) -> None:
    """Two did not come, and the tournament speaks of one."""
    hall = Hall(TALLY, terms(TALLY, rounds=1, late_entry=0, next_round="auto", options={"rounds": 1}))
    for each in BOTS[:4]:
        hall.ask(each, Enter())
    hall.absent |= {each.id for each in BOTS[:2]}
    hall.rule(Start())
    hall.run()
    files = unpacked(hall.export())
    assert judged(tmp_path / "cup.zip", packed(files)).ok
    events = events_of(files[LOG])
    missed = first(events, "seats_missed")
    assert len(missed["seats"]) == 2
    missed["seats"].pop()
    report = judged(tmp_path / "cup.zip", packed(relogged(files, events)))
    assert "does not say that seats" in str(report.standings.why)


def test_rules_that_are_not_at_hand_are_said_to_be_missing(tmp_path: Path) -> None:
    """A later version of them, or an edition of the title that this Moothall does not have."""
    files, path = whole(), tmp_path / "cup.zip"
    events = events_of(files[LOG])
    change("tournament_created", rules=RULES + 1)(events)
    report = judged(path, packed(relogged(files, events)))
    assert report.standings.ok is None
    assert "paired by version 2 of the rules of tournaments" in str(report.standings.why)
    report = judged(path, packed(relogged(files, events_of(files[LOG]), edition=9)))
    assert report.standings.ok is None
    assert "played by edition 9" in str(report.standings.why)
    assert finished().tournament.rules == RULES


def test_there_are_a_hundred_of_them() -> None:
    assert 2 * len(EDITS) + len(GAMES) > 100
    assert KEY.id != FORGER.id
