"""What a seat owns and where its figures stand."""

from __future__ import annotations

from msgspec.structs import asdict

from moothall.domain.core.words import Reader, counted, sentence
from moothall.domain.gates_of_mara.content import box_at
from moothall.domain.gates_of_mara.text.effects import ability_text, amount
from moothall.domain.gates_of_mara.text.names import figure_name, place_name
from moothall.domain.gates_of_mara.text.table.lines import lines, whole
from moothall.domain.gates_of_mara.view import GatesOfMaraView


def seat(index: int, view: GatesOfMaraView, reader: Reader) -> list[str]:
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
    found = lines(f"{called}: {', '.join(map(whole, supply))}{'; passed' if own.passed else ''}", rest="   ")
    if tribe is not None:
        found += lines(f"Specialist: {ability_text(tribe.specialist)}", "   ")
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
    found += lines(f"at home (energy to place): {', '.join(map(whole, home))}", "   ") if home else []
    found += lines(f"placed: {', '.join(map(whole, placed))}", "   ") if placed else []
    for figure, state in own.figures.items():
        cards = [box.cards[card] for card in state.cards]
        if cards:
            held = "; ".join(f"{card.name}: {ability_text(card.ability)}" for card in cards)
            found += lines(f"{figure_name(box, figure)} holds {held}", "   ", "      ")
    return found
