"""Every component does what its entry in the content file says: read there anew, and compared with what play brings."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from moothall.domain.core.content import instances
from moothall.domain.gates_of_mara import changes as happened
from moothall.domain.gates_of_mara.moves import Activate, ChooseExchange, ChooseFigure, Enchant, Place
from moothall.domain.gates_of_mara.placing import free_stops
from moothall.domain.gates_of_mara.state import ELEMENTS, ExchangeQuestion, Gems, State
from tests.domain.gates_of_mara.tables import (
    attached,
    laid,
    offered,
    own,
    rich,
    scene,
    settle,
    standing,
    table,
    wandering,
)
from tests.support.scenes import rule

RAW = tomllib.loads(files("moothall.domain.gates_of_mara").joinpath("content", "1.toml").read_text("utf-8"))
STOPS = {stop["id"]: stop for stop in RAW["caravan_spaces"]}
FIGURE = {"triangle": "leader", "square": "champion", "circle": "merchant_1", "hexagon": "enchanter_1"}
SIDES = {"2p": 2, "34p": 4}


def expected(state: State, effects: Iterable[dict[str, Any]], realm: str) -> Counter[str]:
    """What these effects bring if choices are answered as `tables.answer` does."""
    total: Counter[str] = Counter()
    used: list[str] = []
    for effect in effects:
        match effect["op"]:
            case "gain":
                total["fire" if effect["what"] == "any" else effect["what"]] += effect["n"]
            case "gain_one_of":
                total[effect["what"][0]] += effect["n"]
            case "influence":
                total[f"influence {realm}"] += effect["n"]
            case "wanderer":
                total["exchange"] += 1
            case "caravan":
                target = state.wanderer if effect["where"] == "wanderer_realm" else realm
                for _ in range(effect["n"]):
                    stop = [space for space in free_stops(state, target) if space not in used][-1]
                    used.append(stop)
                    total["caravan"] += 1
                    total += expected(state, STOPS[stop]["effects"], target)
            case "banner":
                total["banner"] += 1
    return total


def brought(changes: Iterable[Any], ability: str) -> Counter[str]:
    """What followed from using the ability, up to the next one or the end of the turn."""
    total: Counter[str] = Counter()
    counting = False
    for change in changes:
        match change:
            case happened.AbilityUsed(_, key):
                counting = key == ability
            case happened.TurnStarted() | happened.EnchantmentDealt():
                counting = False
        if counting:
            total += amounts(change)
    return total


def amounts(change: Any) -> Counter[str]:
    match change:
        case happened.GemsGained(_, gems):
            return Counter(asdict(gems))
        case happened.OnyxGained(_, n):
            return Counter(onyx=n)
        case happened.KeysGained(_, n):
            return Counter(key=n)
        case happened.EnergyGained(_, n):
            return Counter(energy=n)
        case happened.PointsGained(_, "abilities", n):
            return Counter(point=n)
        case happened.InfluenceGained(_, realm, n):
            return Counter({f"influence {realm}": n})
        case happened.CaravanPlaced():
            return Counter(caravan=1)
        case happened.QuestionPut(_, ExchangeQuestion()):
            return Counter(exchange=1)
        case happened.BannerGained():
            return Counter(banner=1)
        case _:
            return Counter()


def paid(changes: Iterable[Any], ability: str) -> tuple[Counter[str], int]:
    """Fixed cost by kind, and how many gems in all."""
    used = next(c for c in changes if isinstance(c, happened.AbilityUsed) and c.ability == ability)
    gems = asdict(used.gems)
    return Counter({**gems, "onyx": used.onyx, "energy": used.energy}), sum(gems.values())


def assert_paid(changes: list[Any], ability: str, entry: dict[str, Any]) -> None:
    cost = Counter({what: n for what, n in entry.get("cost", {}).items() if what != "any"})
    free = entry.get("cost", {}).get("any", 0) + bool(entry.get("cost_one_of"))
    found, gems = paid(changes, ability)
    assert found >= cost
    assert gems == sum(cost[element] for element in ELEMENTS) + free
    assert (found["onyx"], found["energy"]) == (cost["onyx"], cost["energy"])
    if "cost_one_of" in entry:
        assert any(found[element] > cost[element] for element in entry["cost_one_of"])


def use(state: State, figure: str, space: str, ability: str, realm: str | None = None) -> list[Any]:
    """Place the figure, use the ability, answer everything: all changes."""
    placed = scene(state).when(0, Place(figure, space))
    found = placed.when(0, Activate(ability, realm))
    return settle(found, 0)[1]


def prepared(seats: int = 4, realm: str = "chaos") -> State:
    """Plenty of everything; no lord in the realm, the Wanderer elsewhere."""
    ring: tuple[str, ...] = ("chaos", "fire", "water", "earth", "air")
    if seats == 2:
        others = [each for each in ring[1:] if each != realm]
        ring = ("chaos", *others[:1], realm) if realm != "chaos" else ring[:3]
    elemental = [each for each in ring[1:] if each != realm]
    lords = {"fire_lord": elemental[0]}
    if len(elemental) > 1:
        lords["air_lord"] = elemental[1]
    state = table(seats, ring=ring, lords=lords, wanderer=elemental[0])
    return wandering(rich(state, 0), "wanderer_water")


CARDS = [
    (name, entry, copy)
    for name in ("enchantments", "banners", "fire_banners")
    for entry in RAW[name]
    for copy in instances(entry["id"], entry["count"])
]
ABLE = [(entry, copy) for _, entry, copy in CARDS if entry["ability"]["effects"][-1]["op"] != "occupied"]


def earlier_fire_banners(state: State, copy: str) -> State:
    """Fire Banners are numbered as they are handed out: those before this one sit with seat 1."""
    places = ("champion", "champion", "merchant_1", "merchant_1", "merchant_2", "merchant_2", "leader")
    if copy.startswith("fire_banner_"):
        for number in range(1, int(copy.removeprefix("fire_banner_"))):
            state = attached(state, 1, **{places[number - 1]: f"fire_banner_{number}"})
    return state


@rule("GM-6.2", "GM-9.7")
@pytest.mark.parametrize(("entry", "copy"), ABLE, ids=[copy for _, copy in ABLE])
def test_every_copy_of_every_attachment_works(entry: dict[str, Any], copy: str) -> None:
    state = earlier_fire_banners(prepared(), copy)
    for shape in entry["shapes"]:
        figure = FIGURE[shape]
        held = attached(state, 0, **{figure: copy})
        space = "enchantment_board" if shape == "hexagon" else "chaos_34p_3" if shape == "triangle" else "chaos_34p_5"
        ability = entry["ability"]
        lord = any(effect.get("where") == "lord_realm" for effect in ability["effects"])
        realm = "water" if lord else "chaos"
        changes = use(held, figure, space, f"card:{copy}", realm if lord else None)
        assert brought(changes, f"card:{copy}") == expected(held, ability["effects"], realm)
        assert_paid(changes, f"card:{copy}", ability)


@rule("GM-10.1")
@pytest.mark.parametrize(
    "copy", [*instances("banner_of_unity", 5), *instances("emblem_of_fazzar", 2), "glacier_mines", "mist_armor"]
)
def test_every_permission_permits(copy: str) -> None:
    entry = next(entry for _, entry, each in CARDS if each == copy)
    state = standing(prepared(), 1, merchant_1="fire_34p_5")
    for shape in entry["shapes"]:
        held = attached(state, 0, **{FIGURE[shape]: copy})
        found = scene(held).when(0, Place(FIGURE[shape], "fire_34p_5", f"card:{copy}"))
        settled, changes = settle(found, 0)
        placed = next(change for change in changes if isinstance(change, happened.FigurePlaced))
        cost = Counter(entry["ability"]["cost"])
        assert placed.gems == Gems(**{element: cost[element] for element in ELEMENTS})
        assert settled.state.seats[0].figures[FIGURE[shape]].place == "fire_34p_5"
        caravans = sum(effect["n"] for effect in entry["ability"]["effects"] if effect["op"] == "caravan")
        assert len(settled.state.seats[0].caravans) == caravans


ENCHANTMENTS = [(entry, copy) for name, entry, copy in CARDS if name == "enchantments"]


@rule("GM-8.2", "GM-8.3")
@pytest.mark.parametrize(("entry", "copy"), ENCHANTMENTS, ids=[copy for _, copy in ENCHANTMENTS])
def test_every_enchantment_can_be_bought(entry: dict[str, Any], copy: str) -> None:
    state = offered(replace(prepared(), round=3), 4, copy)
    found = scene(state).when(0, Place("enchanter_1", "enchantment_board"))
    shapes = {"leader": "triangle", "champion": "square", "enchanter_1": "hexagon", "enchanter_2": "hexagon"}
    for figure in state.seats[0].figures:
        move = Enchant(4, figure)
        if shapes.get(figure, "circle") not in entry["shapes"]:
            found.lacks(0, move).when(0, move).breaks("GM-8.3")
            continue
        bought = found.lists(0, move).when(0, move).state.seats[0]
        cost = Counter(entry["cost"])
        assert bought.onyx == 9 - cost["onyx"]
        assert 36 - sum(bought.gems) == sum(cost[what] for what in (*ELEMENTS, "any"))
        assert all(9 - held >= cost[element] for element, held in zip(ELEMENTS, bought.gems, strict=True))
        assert bought.points.get("enchantments", 0) == 3 + entry["points_plus"]
        assert bought.figures[figure].cards == (copy,)


@rule("GM-7.19")
@pytest.mark.parametrize("copy", [copy for name, _, copy in CARDS if name == "banners"])
def test_every_banner_can_be_gained(copy: str) -> None:
    state = laid(prepared(), "earth", 1, copy)
    found = scene(state).when(0, Place("champion", "earth_34p_3"), Activate("space:b"), ChooseFigure("merchant_2"))
    assert found.state.seats[0].figures["merchant_2"].cards == (copy,)


SPACES = [(space, ability) for space in RAW["spaces"] for ability in space["abilities"]]


@rule("GM-7.14", "GM-7.19")
@pytest.mark.parametrize(("space", "ability"), SPACES, ids=[f"{s['id']}-{a['id']}" for s, a in SPACES])
def test_every_space_works(space: dict[str, Any], ability: dict[str, Any]) -> None:
    state = prepared(SIDES[space["side"]], space["realm"])
    for shape in space["shapes"]:
        found = scene(state).when(0, Place(FIGURE[shape], space["id"]))
        key = f"space:{ability['id']}"
        changes = list(found.changes)
        if not any(isinstance(change, happened.AbilityUsed) for change in changes):
            found = found.when(0, Activate(key))
            changes = settle(found, 0)[1]
        assert brought(changes, key) == expected(state, ability["effects"], space["realm"])
        assert_paid(changes, key, ability)


@rule("GM-7.15")
@pytest.mark.parametrize("stop", RAW["caravan_spaces"], ids=lambda stop: stop["id"])
def test_every_caravan_space_works(stop: dict[str, Any]) -> None:
    state = prepared(SIDES[stop["side"]], stop["realm"])
    others = [space for space in free_stops(state, stop["realm"]) if space != stop["id"]]
    state = own(state, 1, caravans=tuple(others), caravans_left=5 - len(others))
    space = f"{stop['realm']}_{stop['side']}_{5 if stop['side'] == '34p' else 4}"
    changes = use(state, "champion", space, "innate")
    wanted = Counter(caravan=1) + expected(state, stop["effects"], stop["realm"])
    assert brought(changes, "innate") == wanted


OPTIONS = [(card, index) for card in RAW["wanderer_cards"] for index in range(len(card["options"]))]


@rule("GM-7.11")
@pytest.mark.parametrize(("card", "index"), OPTIONS, ids=[f"{c['id']}-{i + 1}" for c, i in OPTIONS])
def test_every_exchange_works(card: dict[str, Any], index: int) -> None:
    state = wandering(prepared(), card["id"], "chaos")
    found = scene(state).when(0, Place("champion", "chaos_34p_5"), Activate("wanderer"))
    before = found.state.seats[0]
    found, changes = settle(found.when(0, ChooseExchange(index + 1)), 0)
    exchange = next(change for change in changes if isinstance(change, happened.ExchangePaid))
    cost = Counter(card["cost"])
    given = asdict(exchange.gems)
    assert sum(given.values()) == sum(cost.values())
    assert all(given[what] == n for what, n in cost.items() if what != "any")
    total = sum(map(amounts, changes), Counter())
    assert total == expected(state, card["options"][index]["effects"], "chaos")
    assert sum(found.state.seats[0].gems) == sum(before.gems) - sum(given.values()) + total["fire"]


@rule("GM-7.3", "GM-7.4", "GM-7.5")
@pytest.mark.parametrize("tribe", RAW["tribes"], ids=lambda tribe: tribe["id"])
def test_every_specialist_works(tribe: dict[str, Any]) -> None:
    state = prepared()
    others = [entry["id"] for entry in RAW["tribes"] if entry != tribe]
    seats = zip(state.seats, (tribe["id"], *others), strict=True)
    state = replace(state, seats=tuple(replace(seat, tribe=name) for seat, name in seats))
    changes = use(state, "specialist", "chaos_34p_5", "innate")
    assert brought(changes, "innate") == expected(state, tribe["specialist"]["effects"], "chaos")
    assert_paid(changes, "innate", tribe["specialist"])


@rule("GM-7.7", "GM-7.8", "GM-7.9")
@pytest.mark.parametrize("lord", RAW["lords"], ids=lambda lord: lord["id"])
def test_every_lord_works(lord: dict[str, Any]) -> None:
    other = "fire_lord" if lord["id"] != "fire_lord" else "earth_lord"
    state = rich(table(lords={lord["id"]: "air", other: "fire"}), 0)
    state = wandering(state, "wanderer_water", "water")
    placed, _ = settle(scene(state).when(0, Place("champion", "air_34p_5")), 0)
    key = f"lord:{lord['id']}"
    if "ability" in lord:
        changes = settle(placed.when(0, Activate(key)), 0)[1]
        assert brought(changes, key) == expected(state, lord["ability"]["effects"], "air")
    else:
        placed.when(0, Activate(key)).breaks("GM-6.2")
    changes = settle(placed.when(0, Activate("innate")), 0)[1]
    stop = STOPS[free_stops(state, "air")[-1]]
    due = expected(state, lord.get("on_caravan", []), "air")
    assert brought(changes, "innate") == Counter(caravan=1) + due + expected(state, stop["effects"], "air")
