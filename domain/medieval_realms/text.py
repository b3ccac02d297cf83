"""One line of English per move and change, and the table as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from domain.core.records import Json
from domain.core.words import Reader
from domain.medieval_realms import changes as c
from domain.medieval_realms import moves as m
from domain.medieval_realms.content import FACES, TABLES
from domain.medieval_realms.rules import mayor_tokens, placed_mayors
from domain.medieval_realms.state import RESOURCES, Placement, State

_WORDS = {resource: name.lower() for resource, name in TABLES.resource_names.items()}
_SOURCES = {"mayors": "from the mayors", "extra_goods": "as extra goods"}
_SHORT = dict(zip(RESOURCES, ("prod", "sci", "cult", "rel", "gold", "raw", "battle"), strict=True))


def describe_move(move: m.AnyMove, state: State, reader: Reader) -> str:
    """What the seat asks for."""
    match move:
        case m.PickStartingPair(resources):
            return f"Take {_and(f'1 {_word(resource)}' for resource in resources)} to start with"
        case m.PlaceMayors():
            return f"Place mayors: {_tokens(mayor_tokens(placed_mayors(move)), 'none')}"
        case m.PlaceGenerals(areas):
            return f"Place generals on {_areas(areas)}"
        case m.PlaceAdmirals(areas):
            return f"Place admirals on {_areas(areas)}"
        case m.PlaceBuffers(areas):
            return f"Place buffers on {_areas(areas)}"
        case m.ActivateCard(square):
            return f"Activate {_on(state, square)} for {TABLES.prices[square - 1]} production"
        case m.OpenAuction(square, bid):
            card = state.current[square - 1]
            resource = _word(RESOURCES[FACES[card].pays]) if card else "tokens"
            return f"Open the auction of {_on(state, square)} with {bid} {resource}"
        case m.PlayCard(card):
            return f"Play {_card(card)}{_cost(card, state.seats)}"
        case m.Pass():
            return "Pass for the rest of the round"
        case m.Bid(amount):
            return f"Bid {amount}"
        case m.PassAuction():
            return "Leave the auction"
        case m.ChooseResource(resource):
            return f"Choose {_word(resource)}"
        case m.TakeRealmCard(square):
            return f"Take {_on(state, square)}"
        case m.TakeBonusToken(resource):
            return f"Take 1 {_word(resource)} as bonus"
        case _:
            assert_never(move)


def describe_change(change: c.AnyChange, reader: Reader) -> str:
    """What happened."""
    match change:
        case c.PairPicked(seat, resources):
            return f"Seat {seat} takes {_and(f'1 {_word(resource)}' for resource in resources)}"
        case c.MayorsPlaced(seat, mayors):
            return f"Seat {seat} places mayors: {_tokens(mayor_tokens(mayors), 'none')}"
        case c.GeneralsPlaced(seat, areas):
            return f"Seat {seat} places generals on {_areas(areas)}"
        case c.AdmiralsPlaced(seat, areas):
            return f"Seat {seat} places admirals on {_areas(areas)}"
        case c.BuffersPlaced(seat, areas):
            return f"Seat {seat} places buffers on {_areas(areas)}"
        case c.PlacementsRevealed(placements):
            return f"All leaders are revealed: {'; '.join(_placement(*each) for each in enumerate(placements))}"
        case c.AreaSettled():
            return _contest(change)
        case c.TokensGained(seat, tokens, source):
            return f"Seat {seat} gains {_tokens(tokens)} {_SOURCES.get(source) or f'from {_card(source)}'}"
        case c.TokensPaid(seat, resource, amount, card):
            return f"Seat {seat} pays {amount} {_word(resource)} for {_card(card)}"
        case c.TurnOrderChanged(order):
            return f"The turn order is {_order(order)}"
        case c.TurnBegan(seat):
            return f"Seat {seat} is on turn"
        case c.SeatPassed(seat, forced):
            return f"Seat {seat} {'can do nothing and passes' if forced else 'passes'}"
        case c.CardTaken(seat, square, card, by):
            how = {"price": "takes", "majority": "receives", "effect": "takes for free"}[by]
            return f"Seat {seat} {how} {_card(card)} from square {square} into the display"
        case c.CardDiscarded(square, card, why):
            reason = " because nobody can receive it" if why == "majority" else ""
            return f"{_card(card)} on square {square} is discarded{reason}"
        case c.AuctionOpened(seat, square, card, resource, bid):
            return f"Seat {seat} opens the auction of {_card(card)} on square {square} with {bid} {_word(resource)}"
        case c.BidAsked(seat):
            return f"Seat {seat} is asked for a higher bid"
        case c.BidMade(seat, amount):
            return f"Seat {seat} bids {amount}"
        case c.AuctionPassed(seat, forced):
            return f"Seat {seat} {'cannot bid higher and leaves' if forced else 'leaves'} the auction"
        case c.AuctionWon(seat, square, card):
            return f"Seat {seat} wins {_card(card)} from square {square}"
        case c.CardPlayed(seat, card):
            return f"Seat {seat} puts {_card(card)} into play"
        case c.PointsGained(seat, amount, _, card, bonus):
            owed = f" and {bonus} bonus token{'s' if bonus > 1 else ''}" if bonus else ""
            return f"Seat {seat} gains {amount} VP{owed} by {_card(card)}"
        case c.LeaderGained(seat, leader, amount, card):
            return f"Seat {seat} gains {amount} {leader}{'s' if amount > 1 else ''} by {_card(card)}"
        case c.EffectSkipped(seat, card, op):
            return f"{_card(card)} of seat {seat} cannot {op.replace('_', ' ')}"
        case c.ResourceAsked(seat, card, _, amount, barred):
            but = f" other than {_and(map(_word, barred))}" if barred else ""
            return f"Seat {seat} chooses {amount} of a resource{but} for {_card(card)}"
        case c.RealmCardAsked(seat, card):
            return f"Seat {seat} takes a realm card by {_card(card)}"
        case c.BonusAsked(seat):
            return f"Seat {seat} chooses a bonus token"
        case c.BonusTaken(seat, resource):
            return f"Seat {seat} takes 1 {_word(resource)} as bonus"
        case _:
            return _describe_edge(change)


def _describe_edge(
    change: (
        c.DeckShuffled
        | c.CardsDrawn
        | c.RealmFounded
        | c.TurnOrderDrawn
        | c.RoundBegan
        | c.ActionsEnded
        | c.PanelsMoved
        | c.StandingsTaken
        | c.EndEffectScored
        | c.StoredTokensScored
        | c.GreatPersonsScored
        | c.GameEnded
    ),
) -> str:
    """What happens at the edges of a round or of the game."""
    match change:
        case c.DeckShuffled(deck):
            return f"The {len(deck)} event cards are shuffled"
        case c.CardsDrawn(panel, squares, cards):
            laid = ", ".join(f"{_card(card)} on {square}" for square, card in zip(squares, cards, strict=True))
            return f"Drawn to the {panel} panel: {laid}"
        case c.RealmFounded(seat, colour, tokens):
            leaders = f"{change.mayors} mayors, {change.generals} general, {change.admirals} admiral"
            return f"Seat {seat} rules the {colour} realm with {leaders} and {_tokens(tokens)}"
        case c.TurnOrderDrawn(order):
            return f"The first turn order is {_order(order)}"
        case c.RoundBegan(number):
            return f"Round {number} begins: all place their leaders in secret"
        case c.ActionsEnded(number, last):
            return f"All have passed: round {number} is over{', the last one' if last else ''}"
        case c.PanelsMoved():
            return "The cards of the panels move up"
        case c.StandingsTaken(number, standings):
            ranked = sorted(standings, key=lambda standing: standing.rank)
            return f"After round {number}: {', '.join(f'seat {s.seat} {s.vp} VP' for s in ranked)}"
        case c.EndEffectScored(seat, card, _, amount):
            return f"Seat {seat} scores {amount} VP for {_card(card)}"
        case c.StoredTokensScored(seat, tokens, amount):
            return f"Seat {seat} scores {amount} VP for {tokens} tokens"
        case c.GreatPersonsScored(seat, cards, amount):
            return f"Seat {seat} scores {amount} VP for {cards} great persons"
        case c.GameEnded(ranking):
            return f"Final order: {', '.join(f'seat {seat}' for group in ranking for seat in group)}"
        case _:
            assert_never(change)


def _contest(change: c.AreaSettled) -> str:
    fought = ", ".join(f"seat {seat} {force}" for seat, force in enumerate(change.strengths) if force)
    if change.seat is None:
        return f"Area {change.area} ({fought}): nobody controls it"
    if not change.tokens:
        return f"Area {change.area} ({fought}): buffers of seat {change.seat} hold it"
    return f"Area {change.area} ({fought}): seat {change.seat} gains {_tokens(change.tokens)}"


def _placement(seat: int, placement: Placement) -> str:
    parts = [
        f"mayors {_tokens(mayor_tokens(placement.mayors or ()), 'none')}",
        f"generals {_numbers(placement.generals or ())}",
        f"admirals {_numbers(placement.admirals or ())}",
    ]
    if placement.buffers is not None:
        parts.append(f"buffers {_numbers(placement.buffers)}")
    return f"seat {seat}: {', '.join(parts)}"


def _word(resource: str) -> str:
    return _WORDS.get(resource, resource)


def _card(card: str) -> str:
    return FACES[card].name if card in FACES else card


def _on(state: State, square: int) -> str:
    card = state.current[square - 1]
    return f"{_card(card) if card else 'nothing'} on square {square}"


def _cost(card: str, seats: int) -> str:
    face = FACES[card]
    return f" for {face.amounts[seats]} {_word(RESOURCES[face.pays])}" if face.amounts else ""


def _tokens(tokens: Mapping[str, int], nothing: str = "nothing") -> str:
    return ", ".join(f"{amount} {_word(resource)}" for resource, amount in tokens.items()) or nothing


def _numbers(areas: Iterable[int]) -> str:
    return " ".join(map(str, areas))


def _areas(areas: tuple[int, ...]) -> str:
    return f"area{'s' if len(areas) > 1 else ''} {_and(map(str, areas))}"


def _order(order: tuple[int, ...]) -> str:
    return ", ".join(f"seat {seat}" for seat in order)


def _and(words: Iterable[str]) -> str:
    listed = list(words)
    return " and ".join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else "".join(listed)


def table_text(view: Json, reader: Reader) -> str:
    """The table, drawn from a view."""
    lines = [
        f"Round {view['round']} of {view['rounds']}   {_phase_line(view['phase'])}",
        f"Turn order: {' > '.join(map(str, view['turn_order']))}",
        f"Deck {view['deck']}, discarded {len(view['discard'])}",
        "",
        *_panel_lines(view),
        "",
    ]
    for realm in view["realms"]:
        lines += _realm_lines(realm, view["on_turn"])
    lines += [f"Placed by {seat}: {_placement_line(placement)}" for seat, placement in enumerate(view["placements"])]
    if view["placement"] is not None:
        lines.append(f"Your placement: {_placement_line(view['placement'])}")
    if view["ranking"]:
        lines.append(f"Final order: {', '.join(str(seat) for group in view['ranking'] for seat in group)}")
    return "\n".join(lines)


def _phase_line(phase: Json) -> str:
    match phase["type"]:
        case "picking":
            return f"picking starting pairs, {len(phase['taken'])} taken"
        case "placing":
            done = [str(seat) for seat, yes in enumerate(phase["committed"]) if yes]
            return f"placing leaders, committed: {', '.join(done) or 'nobody'}"
        case "bidding":
            high = f"{phase['bid']} {_word(phase['resource'])} by seat {phase['bidder']}"
            return f"auction of {_card(phase['card'])}: {high}, seat {phase['asked']} is asked"
        case "choosing" | "taking_card":
            return f"seat {phase['seat']} chooses for {_card(phase['card'])}"
        case "taking_bonus":
            return f"seat {phase['seat']} chooses a bonus token"
        case other:
            return str(other).replace("_", " ")


def _panel_lines(view: Json) -> list[str]:
    rows = []
    for start in range(0, len(view["current"]), 4):
        price = TABLES.prices[start]
        cells = [_square(start + i + 1, card) for i, card in enumerate(view["current"][start : start + 4])]
        rows.append(f"{price} production  {' '.join(cells)}".rstrip())
    future = [_square(i, card) for i, card in enumerate(view["future"], 1)]
    return [*rows, f"Future        {' '.join(future)}".rstrip()]


def _square(number: int, card: str | None) -> str:
    text = "-" if card is None else f"{_card(card)} ({FACES[card].type[0]}, {FACES[card].stamp})"
    return f"{number:>2} {text:<29}"


def _realm_lines(realm: Json, on_turn: int | None) -> list[str]:
    mark = ">" if realm["seat"] == on_turn else " "
    tokens = "  ".join(f"{_SHORT[resource]} {amount}" for resource, amount in realm["tokens"].items())
    leaders = f"mayors {realm['mayors']}, generals {realm['generals']}, admirals {realm['admirals']}"
    if realm["buffers"]:
        leaders += f" ({realm['buffers']} mayors are buffers)"
    passed = ", passed" if realm["passed"] else ""
    return [
        f"{mark} Seat {realm['seat']} ({realm['colour']}) {realm['vp']} VP{passed}   {leaders}",
        f"    {tokens}",
        f"    display: {', '.join(map(_card, realm['display'])) or '-'}",
        f"    in play: {', '.join(map(_card, realm['in_play'])) or '-'}",
    ]


def _placement_line(placement: Json) -> str:
    parts = []
    if placement["mayors"] is not None:
        parts.append("mayors " + " ".join(f"{_SHORT[r]} {n}" for r, n in placement["mayors"].items() if n))
    kinds = [kind for kind in ("generals", "admirals", "buffers") if placement[kind] is not None]
    parts += [f"{kind} {_numbers(placement[kind])}" for kind in kinds]
    return "; ".join(parts) or "nothing yet"
