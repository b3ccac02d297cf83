"""Tables of Manaforge to order: whatever a test does not place lies in the deck, so that nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from moothall.domain.core import bag
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.state import DICE, ELEMENTS, Card, Die, Gems, Line, Mana, Phase, Playing, Seat, State
from tests.laws.walk import Game
from tests.support.scenes import Scene, given as _given

BOX = box_at(1)

Counts = Mapping[str, int]


def given(state: State) -> Scene:
    """A scene of Manaforge."""
    return _given(MANAFORGE, state)


def die(text: str) -> Die:
    """`earth_1 double_earth`, `fire_2 transmute spent`; of the two gem faces the first."""
    name, shows, *rest = text.split()
    kind = name.split("_")[0]
    face = next(face.n for face in BOX.faces[kind][1:] if face.id == shows)
    return Die(name, kind, face, spent=rest == ["spent"])


def card(text: str) -> Card:
    """`hellforge`, `stone_circle earth`, `hellforge exhausted`."""
    name, *rest = text.split()
    return Card(name, "exhausted" not in rest, tuple(each for each in rest if each != "exhausted"))


def player(
    *dice: str,
    gems: Counts | None = None,
    prisms: int = 0,
    workshop: Sequence[str] = (),
    store: Sequence[str] = (),
    talents: Sequence[str] = (),
    prestige: int = 0,
    held: str | None = None,
    action: str | None = None,
) -> Seat:
    """A seat with these belongings."""
    return Seat(
        prestige=prestige,
        gems=bag.of(ELEMENTS, gems or {}),
        prisms=prisms,
        dice=tuple(map(die, dice)),
        workshop=tuple(map(card, workshop)),
        store=tuple(store),
        talents=tuple(talents),
        held=held,
        action=action,
        ledger=(Line(0, "talents", "famous", prestige),) if prestige else (),
    )


def table(
    *players: Seat,
    mana: Counts | None = None,
    expenditures: int = 4,
    board: Sequence[str] = (),
    discard: Sequence[str] = (),
    deck: Sequence[str] = (),
    deck_left: int = 36,
    used: Sequence[str] = (),
    seat: int = 0,
    first: int = 0,
    round_number: int = 3,
    phase: Phase | None = None,
) -> State:
    """The turn of `seat`; with one player given, a second one owns nothing."""
    seats = players if len(players) > 1 else (*players, Seat())
    placed = {*board, *discard}
    for each in seats:
        placed |= {card.id for card in each.workshop} | {*each.store}
    rest = [*deck, *(item for item in BOX.items if item not in placed and item not in deck)]
    talents = {talent for each in seats for talent in (*each.talents, *each.packet, *each.picked, *each.passed_over)}
    supply = tuple(BOX.dice[kind].count - sum(die.kind == kind for each in seats for die in each.dice) for kind in DICE)
    state = State(
        seats=tuple(seats),
        phase=phase or Playing(seat, expenditures, bag.of(ELEMENTS, mana or {}), tuple(used)),
        supply=supply,
        round=round_number,
        first=first,
        board=(*board, *(None,) * (6 - len(board))),
        deck=tuple(rest[:deck_left]),
        discard=tuple(discard),
        unused=tuple(rest[deck_left:]),
        talents_away=tuple(talent for talent in BOX.talents if talent not in talents),
    )
    assert not MANAFORGE.check(state), MANAFORGE.check(state)
    return state


def pay(text: str) -> dict[str, Any]:
    """A payment in short: `earth:2+gem_water:1`."""
    pools: dict[str, dict[str, int]] = {"mana": {}, "gems": {}}
    for token in text.split("+"):
        name, n = token.split(":")
        pools["gems" if name.startswith("gem_") else "mana"][name.removeprefix("gem_")] = int(n)
    return {"mana": Mana(**pools["mana"]), "gems": Gems(**pools["gems"])}


def mana(scene: Scene) -> dict[str, int]:
    """The reserve, without zeros."""
    turn = scene.state.turn
    return {name: n for name, n in zip(ELEMENTS, turn.mana, strict=True) if n}


def gems(scene: Scene, seat: int = 0) -> dict[str, int]:
    """A seat's gems, without zeros."""
    return {name: n for name, n in zip(ELEMENTS, scene.state.seats[seat].gems, strict=True) if n}


def prestige(scene: Scene, seat: int = 0) -> int:
    """A seat's score."""
    found: int = scene.state.seats[seat].prestige
    return found


def workshop(scene: Scene, seat: int = 0) -> dict[str, bool]:
    """A seat's Workshop: which card is charged."""
    return {card.id: card.charged for card in scene.state.seats[seat].workshop}


def categories(scene: Scene, seat: int = 0) -> dict[str, int]:
    """A seat's prestige by category, without zeros."""
    return {name: n for name, n in MANAFORGE.score_sheet(scene.state)[seat].categories.items() if n}


def logged(state: State, seats: int = 2) -> Game:
    """A game kept as a log that has come to this state, nothing before it to be undone."""
    game = Game(MANAFORGE, seats)
    placed = replace(game.log.table, game=state)
    game.log = replace(game.log, table=placed, base=placed, tail=())
    return game


def state_of(game: Game) -> State:
    """The state of a logged game."""
    state: State = game.log.table.game
    return state
