"""The round, what it is about, and the market."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.gates_of_mara.content import box_at
from moothall.domain.gates_of_mara.text.components import objective_text
from moothall.domain.gates_of_mara.text.effects import ability_text, cost_text, exchange_text, one_of
from moothall.domain.gates_of_mara.text.names import kind_names, place_name, realm_name, the_figure
from moothall.domain.gates_of_mara.text.table.lines import MARKS, lines
from moothall.domain.gates_of_mara.view.structs import (
    ActingPhase,
    FireBannersPhase,
    GatesOfMaraView,
    LordsOffPhase,
    OverPhase,
    PlacingPhase,
    SettingUpPhase,
    StepDuePhase,
)


def head(view: GatesOfMaraView, reader: Reader) -> list[str]:
    """The round, whose turn it is, what scores, the objectives and the Wanderer."""
    box = box_at(reader.edition)
    passed = {seat for seat, own in enumerate(view.seats) if own.passed}
    order = ", ".join(f"{reader.who(seat)}{' (passed)' if seat in passed else ''}" for seat in view.order)
    found = [
        *lines(f"Round {view.round} of {box.setup.rounds}. Turn order: {order}. {sentence(_phase(view, reader))}.")
    ]
    found += lines(_scoring(reader))
    for card in view.objectives:
        objective = box.objectives[card]
        points = counted(box.scoring.objective_points, "point")
        found += lines(f"{objective.name}: {objective_text(box, objective)} ({points}).", "Objective ", "  ")
    wanderer = view.wanderer
    if wanderer.card is not None:
        offer = exchange_text(box.wanderer_cards[wanderer.card])
        found += lines(f"Wanderer, at the {realm_name(box, wanderer.realm)}: {offer}.", rest="  ")
    marks = ", ".join(f"{mark} {listed(kind_names(box, (shape,)))}" for shape, mark in MARKS.items())
    return found + lines(f"Spaces are marked with what they take: {marks}. Who stands there: [in brackets].")


def _phase(view: GatesOfMaraView, reader: Reader) -> str:
    box = box_at(reader.edition)
    phase = view.phase
    match phase:
        case PlacingPhase(seat):
            return reader.does(seat, "be to place a figure or pass")
        case ActingPhase():
            placed = f"{the_figure(box, phase.figure)} on {place_name(box, phase.place)}"
            next_up = reader.form(phase.seat, "owe a choice") if phase.question is not None else "may use abilities"
            return f"{reader.does(phase.seat, f'have placed {placed}')} and {next_up}"
        case FireBannersPhase(seats):
            return reader.does(seats[0], "be to take a Fire Banner or not")
        case LordsOffPhase(seats):
            return reader.does(seats[0], "be to place a lord")
        case OverPhase():
            return "the game is over"
        case StepDuePhase():
            return "the round is being scored"
        case SettingUpPhase():
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


def market(view: GatesOfMaraView, reader: Reader) -> list[str]:
    """The enchantments that an Enchanter can buy now."""
    box = box_at(reader.edition)
    standing = [
        f"{reader.whose(piece.seat)} {box.figures[piece.figure].name}"
        for held in view.enchantment_board
        for piece in held
    ]
    taken = f" Enchanters there, nearest the arrow first: {listed(standing)}." if standing else ""
    found = lines(
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
        found += lines(text, f"  {slot} ")
    return found
