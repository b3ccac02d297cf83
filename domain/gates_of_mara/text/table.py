"""The table drawn as text from a view: at most 80 columns wide, with what everything costs and does."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import assert_never

from msgspec.structs import asdict

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.gates_of_mara import view as v
from moothall.domain.gates_of_mara.content import Space, box_at
from moothall.domain.gates_of_mara.content.entries import Shape
from moothall.domain.gates_of_mara.text.components import (
    HERE,
    ability_text,
    amount,
    cost_text,
    effects_text,
    exchange_text,
    figure_name,
    kind_names,
    lord_name,
    lord_text,
    objective_text,
    one_of,
    place_name,
    realm_name,
    short_realm,
    the_figure,
)

_WIDTH = 80
_MARKS: dict[Shape, str] = {"triangle": "L", "square": "C", "circle": "M"}
"""What a space takes, by the first letter of a figure of that shape."""
_UNBROKEN = "\N{NO-BREAK SPACE}"


def table_text(view: v.GatesOfMaraView, reader: Reader) -> str:
    """What concerns all, a block per realm, gates, market, then a block per seat, the reader's own last."""
    seats = sorted(range(len(view.seats)), key=lambda index: index == reader.you)
    blocks = [
        _head(view, reader),
        *(_realm(each, view, reader) for each in view.ring),
        _gates(view, reader),
        _market(view, reader),
        *(_seat(index, view, reader) for index in seats),
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def _head(view: v.GatesOfMaraView, reader: Reader) -> list[str]:
    """The round, whose turn it is, what scores, the objectives and the Wanderer."""
    box = box_at(reader.edition)
    passed = {seat for seat, own in enumerate(view.seats) if own.passed}
    order = ", ".join(f"{reader.who(seat)}{' (passed)' if seat in passed else ''}" for seat in view.order)
    found = [
        *_lines(f"Round {view.round} of {box.setup.rounds}. Turn order: {order}. {sentence(_phase(view, reader))}.")
    ]
    found += _lines(_scoring(reader))
    for card in view.objectives:
        objective = box.objectives[card]
        points = counted(box.scoring.objective_points, "point")
        found += _lines(f"{objective.name}: {objective_text(box, objective)} ({points}).", "Objective ", "  ")
    wanderer = view.wanderer
    if wanderer.card is not None:
        offer = exchange_text(box.wanderer_cards[wanderer.card])
        found += _lines(f"Wanderer, at the {realm_name(box, wanderer.realm)}: {offer}.", rest="  ")
    marks = ", ".join(f"{mark} {listed(kind_names(box, (shape,)))}" for shape, mark in _MARKS.items())
    return found + _lines(f"Spaces are marked with what they take: {marks}. Who stands there: [in brackets].")


def _phase(view: v.GatesOfMaraView, reader: Reader) -> str:
    box = box_at(reader.edition)
    phase = view.phase
    match phase:
        case v.PlacingPhase(seat):
            return reader.does(seat, "be to place a figure or pass")
        case v.ActingPhase():
            placed = f"{the_figure(box, phase.figure)} on {place_name(box, phase.place)}"
            next_up = reader.form(phase.seat, "owe a choice") if phase.question is not None else "may use abilities"
            return f"{reader.does(phase.seat, f'have placed {placed}')} and {next_up}"
        case v.FireBannersPhase(seats):
            return reader.does(seats[0], "be to take a Fire Banner or not")
        case v.LordsOffPhase(seats):
            return reader.does(seats[0], "be to place a lord")
        case v.OverPhase():
            return "the game is over"
        case v.StepDuePhase():
            return "the round is being scored"
        case v.SettingUpPhase():
            return "the table is being laid out"
        case _:
            assert_never(phase)


def _scoring(reader: Reader) -> str:
    """The rules in a nutshell."""
    worth = box_at(reader.edition).scoring
    return (
        f"Each round: most influence in a realm {counted(worth.claims_first, 'claim')}, second {worth.claims_second}; "
        f"{worth.lord_key_pieces} figures or caravans in a lord's realm 1 key. In the end: most claims in a realm "
        f"{worth.end_first} points, second {worth.end_second}; keys the same; {worth.gems_per_point} gems 1 point; "
        f"1 onyx {worth.points_per_onyx} points."
    )


def _realm(here: v.RealmView, view: v.GatesOfMaraView, reader: Reader) -> list[str]:
    """Who stands there, what its spaces and caravan spaces do, who leads."""
    box = box_at(reader.edition)
    wanderer = ", the Wanderer is here" if here.wanderer else ""
    found = [f"{here.position}. {realm_name(box, here.realm).upper()}{wanderer}"]
    if here.lord is not None:
        found += _lines(f"{lord_name(box, here.lord)}: {lord_text(box.lords[here.lord], HERE)}", "   ")
    found += _lines(f"influence {_counts(here.influence, reader)}; claims {_counts(here.claims, reader)}", "   ")
    spaces = [box.spaces[space] for space in here.spaces]
    width = max(len(space.name) for space in spaces) + 1
    for space in spaces:
        marks = " ".join(_MARKS[shape] for shape in reversed(space.shapes))
        first = f"   {space.name:<{width}}{marks:<6}"
        found += _lines("; ".join(_abilities(space, here, reader)) + _holders(here.spaces[space.id], reader), first)
    stops = [
        effects_text(box.caravan_spaces[stop].effects, HERE) + ("" if owner is None else f" [{reader.who(owner)}]")
        for stop, owner in here.caravans.items()
    ]
    numbered = "; ".join(f"{number} {text}" for number, text in enumerate(stops, 1))
    return found + _lines(numbered, f"   {'Caravan Stop':<{width}}", " " * (3 + width))


def _abilities(space: Space, here: v.RealmView, reader: Reader) -> Iterator[str]:
    box = box_at(reader.edition)
    for ability in space.abilities.values():
        if ability.banner is None:
            yield ability_text(ability, HERE)
            continue
        card = here.banners[ability.banner]
        if card is not None:
            banner = box.cards[card]
            yield ability_text(ability, HERE, f"{banner.name} ({ability_text(banner.ability)})")
        else:
            yield "the banner is gone"


def _counts(counts: tuple[int, ...], reader: Reader) -> str:
    return ", ".join(f"{reader.who(seat)} {n}" for seat, n in enumerate(counts) if n) or "nobody"


def _gates(view: v.GatesOfMaraView, reader: Reader) -> list[str]:
    """Between which realms each lies, and who stands there."""
    box = box_at(reader.edition)
    ring = [short_realm(box, here.realm) for here in view.ring]
    found = []
    for index, (gate, figures) in enumerate(view.gates.items()):
        ends = listed((ring[index], ring[(index + 1) % len(ring)]))
        found.append(f"{place_name(box, gate)} ({ends}){_holders(figures, reader)}")
    central = view.central_gate
    found.append(f"Central Gate (every realm, {counted(central.keys, 'key')}){_holders(central.figures, reader)}")
    return _lines("; ".join(found), "GATES: ", "   ")


def _holders(figures: tuple[v.PieceView, ...], reader: Reader) -> str:
    return f" [{_standing(figures, reader)}]" if figures else ""


def _standing(figures: tuple[v.PieceView, ...], reader: Reader) -> str:
    box = box_at(reader.edition)
    return listed(f"{reader.whose(piece.seat)} {figure_name(box, piece.figure)}" for piece in figures)


def _market(view: v.GatesOfMaraView, reader: Reader) -> list[str]:
    """The enchantments that an Enchanter can buy now."""
    box = box_at(reader.edition)
    standing = [
        f"{reader.whose(piece.seat)} {box.figures[piece.figure].name}"
        for held in view.enchantment_board
        for piece in held
    ]
    taken = f" Enchanters there, nearest the arrow first: {listed(standing)}." if standing else ""
    found = _lines(
        f"{box.board.name.upper()}: an Enchanter placed here buys up to {box.enchant_max} of these.{taken} "
        f"{counted(view.decks.enchantments.cards, 'card')} in the deck."
    )
    for slot, card_id in enumerate(view.market, 1):
        if card_id is None:
            found.append(f"  {slot} empty")
            continue
        card = box.cards[card_id]
        points = counted(view.round + card.points_plus, "point")
        takers = one_of(kind_names(box, card.shapes))
        text = f"{card.name}: {cost_text(card.cost)}; {points}; for {takers}: {ability_text(card.ability)}"
        found += _lines(text, f"  {slot} ")
    return found


def _seat(index: int, view: v.GatesOfMaraView, reader: Reader) -> list[str]:
    """Its supply, its tribe's Specialist, its figures and their cards."""
    box = box_at(reader.edition)
    own = view.seats[index]
    tribe = box.tribes.get(own.tribe)
    gems = [amount(element, n) for element, n in asdict(own.gems).items() if n]
    supply = [
        counted(own.points, "point"),
        amount("energy", own.energy),
        *(gems or ["no gems"]),
        amount("onyx", own.onyx),
        counted(own.keys, "key"),
        f"{counted(own.caravans_left, 'caravan')} left",
    ]
    name = sentence(reader.who(index))
    called = f"{name} ({tribe.name})" if tribe is not None else name
    found = _lines(f"{called}: {', '.join(map(_whole, supply))}{'; passed' if own.passed else ''}", rest="   ")
    if tribe is not None:
        found += _lines(f"Specialist: {ability_text(tribe.specialist)}", "   ")
    home = [
        f"{figure_name(box, figure)} ({box.figures[figure].energy})"
        for figure, state in own.figures.items()
        if state.place is None
    ]
    placed = [
        f"{figure_name(box, figure)} on {place_name(box, state.place)}"
        for figure, state in own.figures.items()
        if state.place is not None
    ]
    found += _lines(f"at home (energy to place): {', '.join(map(_whole, home))}", "   ") if home else []
    found += _lines(f"placed: {', '.join(map(_whole, placed))}", "   ") if placed else []
    for figure, state in own.figures.items():
        cards = [box.cards[card] for card in state.cards]
        if cards:
            held = "; ".join(f"{card.name}: {ability_text(card.ability)}" for card in cards)
            found += _lines(f"{figure_name(box, figure)} holds {held}", "   ", "      ")
    return found


def _whole(text: str) -> str:
    """Text that is not broken between lines."""
    return text.replace(" ", _UNBROKEN)


def _lines(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """The text in lines, the first after `first`, the others indented as far or by `rest`."""
    indent = " " * len(first) if rest is None else rest
    wrapped = wrap(text, _WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(_UNBROKEN, " ") for line in wrapped]
