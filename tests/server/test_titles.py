"""The catalogue."""

from __future__ import annotations

import pytest

from moothall.domain.titles import TITLES
from moothall.server.components import options_schema
from tests.support.api import Api
from tests.support.tally import RULES, TALLY


def test_all_titles_are_listed(api: Api) -> None:
    (tally,) = api.spectator.get("/v1/titles").json["titles"]
    assert (tally["slug"], tally["name"], tally["players"]) == ("tally", "Tally", {"min": 2, "max": 4})
    assert tally["content_hash"] == TALLY.content.hash


def test_a_title_tells_its_options_levels_moves_and_sections(api: Api) -> None:
    title = api.spectator.get("/v1/titles/tally").json
    (options,) = title["options"]["$defs"].values()
    assert options["properties"]["rounds"] == {"type": "integer", "default": 3}
    assert {"type": "write", "text": "Write a secret number.", "parameters": ["number"]} in title["moves"]
    assert title["sections"] == {"TL-1": "All of it"}
    assert "random" in title["levels"]


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_every_option_is_told_in_words(slug: str) -> None:
    for shape in options_schema(TITLES[slug].options).get("$defs", {}).values():
        for name, option in shape.get("properties", {}).items():
            assert option.get("description", "").strip(), f"{slug} does not say what {name} is"


def test_every_level_that_is_offered_can_be_created(api: Api) -> None:
    ada = api.player()
    for level in api.spectator.get("/v1/titles/tally").json["levels"]:
        game = api.game(ada, [{"kind": "human"}, {"kind": "ai", "level": level}])
        assert game["seats"][1]["level"] == level


def test_content_says_where_it_comes_from(api: Api) -> None:
    content = api.spectator.get("/v1/titles/tally/content").json
    assert content["hash"] == TALLY.content.hash
    assert [entry["source"] for entry in content["tables"]["dice"]] == ["designed"]


def test_rules_as_data(api: Api) -> None:
    rules = api.spectator.get("/v1/titles/tally/rules").json["rules"]
    assert [rule["id"] for rule in rules] == ["TL-1.1", "TL-1.2", "TL-1.3"]
    assert {rule["provenance"] for rule in rules} == {"designed"}


def test_rules_as_a_document(api: Api) -> None:
    answer = api.spectator.get("/v1/titles/tally/rules", headers={"Accept": "text/markdown"})
    assert answer.mimetype == "text/markdown"
    assert answer.text == RULES
    assert "Accept" in answer.headers["Vary"]


def test_one_rule(api: Api) -> None:
    assert api.spectator.get("/v1/titles/tally/rules/TL-1.2").json["text"] == "The secret number is 1 to 5."


def test_the_rules_of_the_table_and_of_tournaments_can_be_looked_up_too(api: Api) -> None:
    for rule in (*api.parts.table_rules.rules, *api.parts.tournament_rules.rules):
        assert api.spectator.get(f"/v1/titles/tally/rules/{rule}").json["id"] == rule


@pytest.mark.parametrize(
    "path", ["/v1/titles/chess", "/v1/titles/chess/content", "/v1/titles/chess/rules", "/v1/titles/tally/rules/TL-9.9"]
)
def test_what_is_unknown_is_not_found(api: Api, path: str) -> None:
    assert api.spectator.get(path, 404).json["type"] == "/problems/not-found"


def test_the_catalogue_may_be_kept_for_a_while(api: Api) -> None:
    assert api.spectator.get("/v1/titles").headers["Cache-Control"].startswith("public")
