"""`moothall tournament`: the organiser at a terminal, against a real web server."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from moothall.server.cli import main
from moothall.server.cli.tournament import rule
from moothall.server.schemas.bodies.rounds import RULINGS
from tests.support.api import Api, Caller
from tests.support.cups import TERMS, run


class Terminal:
    """Somebody who types."""

    def __init__(self, address: str, caller: Caller) -> None:
        self._environment = {"MOOTHALL_SERVER": address, "MOOTHALL_TOKEN": caller.token or "", "COLUMNS": "200"}

    def type(self, *words: str, status: int = 0, text: str = "") -> str:
        """One command; what it says."""
        done = CliRunner().invoke(main, ["tournament", *words], input=text, env=self._environment)
        assert done.exit_code == status, done.output
        return done.output

    def ask(self, *words: str) -> Any:
        """The same for machines."""
        return json.loads(self.type(*words, "--json"))


@pytest.fixture
def olga(api: Api, address: str) -> Terminal:
    return Terminal(address, api.organiser())


@pytest.fixture
def cup(olga: Terminal, tmp_path: Path) -> str:
    """Its terms come from a file; there is no option for a title that Moothall does not host."""
    terms = tmp_path / "terms.json"
    terms.write_text(json.dumps(TERMS))
    return olga.type("create", "Evening Cup", "--terms", str(terms), "--next-round", "manual").strip()


def test_terms_are_named_by_options(olga: Terminal, tmp_path: Path) -> None:
    (tmp_path / "terms.json").write_text(json.dumps(TERMS))
    words = "--table-size 4 --points 4=5,3,2,1 --points 3=5,3,1 --bye 2 --tie-breaks wins,lot --per-move 60 --unrated"
    made = olga.ask("create", "Cup", "--terms", str(tmp_path / "terms.json"), *words.split(), "--late-entry", "1")
    settings = made["settings"]
    assert (settings["name"], settings["points"], settings["bye"]) == ("Cup", {"3": [5, 3, 1], "4": [5, 3, 2, 1]}, 2)
    assert (settings["tie_breaks"], settings["rated"], settings["late_entry"]) == (["wins", "lot"], False, 1)
    assert settings["clock"]["per_move_s"] == 60


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["create", "Cup"], "Missing: title, format, table-size."),
        (["create", "Cup", "--points", "four=1"], "four=1 is not like 4=5,3,2,1"),
        (["create", "Cup", "--tie-breaks", "luck"], "luck is none of: opponents"),
        (["create", "Cup", "--starts-at", "soon"], "soon is no time such as"),
        (["pair", "x", "--dry-run"], "--dry-run goes with --tables."),
        (["rule", "correct-result", "x", "--round", "1", "--table", "1", "--ranking", "a"], "a is no ranking such as"),
    ],
)
def test_what_cannot_be_meant_is_refused_here(olga: Terminal, words: list[str], said: str) -> None:
    assert said in olga.type(*words, status=2)


def test_a_tournament_from_a_terminal(api: Api, olga: Terminal, cup: str, tmp_path: Path) -> None:
    ada = api.player("Ada")
    assert "Evening Cup" in olga.type("list", "--status", "open")
    said = olga.type("enter", cup, "--player", ada.id, "--ai", "random=Deep Tally", "--ai", "random", "--ai", "random")
    assert [word in said for word in ("e1", "Ada", "Deep Tally", "House bot 3")] == [True] * 4
    assert olga.type("start", cup).strip() == "Evening Cup: active, round 0 of 2, 4 entrants"
    pairings = '{"tables": [["e2", "e3"], ["e1", "e4"]]}'
    tried = olga.type("pair", cup, "--tables", "-", "--dry-run", text=pairings)
    assert "Round 1 is active." in tried
    assert olga.ask("show", cup)["round"] == 0, "nothing was stored"
    olga.type("pair", cup, "--tables", "-", text=pairings)
    run(api.parts, cup)
    told = olga.type("round", cup)
    assert [word in told for word in ("Deep Tally", "organiser", "Round 1")] == [True] * 3
    olga.type("rule", "take-points", cup, "--entrant", "e2", "--points", "1", "--reason", "Late.")
    assert "-1 points" in olga.type("show", cup)
    rows = list(csv.DictReader(io.StringIO(olga.type("standings", cup, "--csv"))))
    assert [row["points"] for row in rows] == ["0", "0", "0", "-1"]
    assert olga.type("standings", cup, "--round", "1").splitlines()[-1].split()[1:3] == ["Deep", "Tally"]
    refused = olga.type("pair", cup, status=1)
    assert "round 1 is not closed yet (TN-4.7)" in refused
    olga.type("rule", "abort-tournament", cup, "--reason", "The venue closes.")
    seen = olga.type("watch", cup, "--after", "0")
    assert "The organiser aborts the tournament: The venue closes." in seen
    assert len(olga.type("watch", cup, "--after", "0", "--json").splitlines()) == olga.ask("show", cup)["seq"]


def test_one_enters_checks_in_and_drops_out_oneself(api: Api, address: str, olga: Terminal) -> None:
    made = api.organiser("Otto")
    cup = made.post("/v1/tournaments", {**TERMS, "check_in": True, "invited_only": True}).json["id"]
    ada = api.player("Ada")
    here = Terminal(address, ada)
    assert "(TN-2.4)" in here.type("enter", cup, status=1)
    assert Terminal(address, made).type("invite", cup, ada.id).strip() == "1 invited"
    assert "Ada" in here.type("enter", cup)
    assert "here" in here.type("check-in", cup)
    assert "dropped" in here.type("drop", cup)


def test_every_ruling_has_a_command() -> None:
    assert {name.replace("-", "_") for name in rule.commands} == set(RULINGS)


def test_what_is_no_moothall_is_told_as_such(address: str) -> None:
    done = CliRunner().invoke(main, ["tournament", "list", "--server", "ftp://nowhere"])
    assert done.exit_code == 1
    assert "is no http address" in done.output


def test_there_is_nothing_to_export_where_there_is_no_tournament(olga: Terminal, tmp_path: Path) -> None:
    target = tmp_path / "cup.zip"
    assert "404" in olga.type("export", "none", "-o", str(target), status=1)
    assert list(tmp_path.iterdir()) == []
