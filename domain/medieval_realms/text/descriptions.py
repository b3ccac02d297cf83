"""One line for every move and for every change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import add_at
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.medieval_realms import changes as c, moves as m, state as s
from moothall.domain.medieval_realms.content import Box, Face, box_at, box_of, ops
from moothall.domain.medieval_realms.rules import admirals_needed, mayor_tokens, placed_mayors, receiver
from moothall.domain.medieval_realms.scoring import amount_of, bonus_tokens
from moothall.domain.medieval_realms.text.components import (
    AT_ONCE,
    amount,
    areas,
    at_the_end,
    card,
    cost,
    effects,
    in_short,
    leaders,
    one_effect,
    ordinal,
    resource,
    stamped,
    tokens,
)

Edge = (
    c.DeckShuffled
    | c.CardsDrawn
    | c.RealmFounded
    | c.TurnOrderDrawn
    | c.RoundBegan
    | c.PlacementsRevealed
    | c.ActionsEnded
    | c.PanelsMoved
    | c.StandingsTaken
    | c.EndEffectScored
    | c.StoredTokensScored
    | c.GreatPersonsScored
    | c.GameEnded
)


# Moves: what each costs and what comes of it, as far as that is open


def describe_move(move: m.AnyMove, state: s.State, reader: Reader) -> str:
    """What the seat asks for."""
    box = box_of(state)
    match move:
        case m.PickStartingPair(resources):
            return f"Take {listed(amount(box, kind, 1) for kind in resources)} to start with"
        case m.PlaceMayors():
            mayors = placed_mayors(move)
            return f"Place {counted(sum(astuple(mayors)), 'mayor')} to gain {tokens(box, mayor_tokens(box, mayors))}"
        case m.PlaceGenerals() | m.PlaceAdmirals() | m.PlaceBuffers():
            return _on_the_map(move, box, state, reader)
        case m.ActivateCard(square):
            return _activate(state, box, square, reader)
        case m.OpenAuction(square, bid):
            face = _on(state, box, square)
            offered = amount(box, s.RESOURCES[face.pays], bid)
            opened = f"Open the auction of {stamped(face)} on square {square} with {offered}"
            return f"{opened}; it brings {in_short(box, face)}"
        case m.PlayCard(played):
            return _play(state, box, played)
        case m.Pass():
            return "Pass for the rest of the round; you may still bid and receive majority cards"
        case m.Bid() | m.PassAuction():
            return _in_the_auction(move, state, box, reader)
        case m.ChooseResource(kind):
            number = state.phase.amount if isinstance(state.phase, s.Choosing) else 0
            return f"Take {amount(box, kind, number)}"
        case m.TakeRealmCard(square):
            face = _on(state, box, square)
            taker = state.phase.seat if isinstance(state.phase, s.TakingCard) else 0
            took = f"Take {stamped(face)} from square {square} without paying its price"
            return f"{took}; {_later(state, box, face, taker)}"
        case m.TakeBonusToken(kind):
            return f"Take {amount(box, kind, 1)} as bonus token"
        case _:
            assert_never(move)


def _on_the_map(
    move: m.PlaceGenerals | m.PlaceAdmirals | m.PlaceBuffers, box: Box, state: s.State, reader: Reader
) -> str:
    """Where they stand, how strong that is with what stands there already, and what is at stake."""
    kind, each = _military(move, box)
    stands: Counter[int] = Counter()
    if isinstance(state.phase, s.Placing) and reader.you is not None:
        part = state.phase.parts[reader.you]
        if part.generals is not None and isinstance(move, m.PlaceAdmirals):
            stands.update({area: box.general_strength * n for area, n in Counter(part.generals).items()})
    places = []
    apart = len(set(move.areas)) > 1
    for area, number in Counter(move.areas).items():
        here = f"{number} on area {area}" if apart else f"on area {area}"
        goal = "kept from the rival" if isinstance(move, m.PlaceBuffers) else "to win"
        strength = stands[area] + each * number
        places.append(f"{here} (strength {strength}, {tokens(box, box.rewards[area])} {goal})")
    return f"Place {counted(len(move.areas), kind)}{':' if apart else ''} {', '.join(places)}"


def _military(move: m.PlaceGenerals | m.PlaceAdmirals | m.PlaceBuffers, box: Box) -> tuple[str, int]:
    match move:
        case m.PlaceGenerals():
            return "general", box.general_strength
        case m.PlaceAdmirals():
            return "admiral", box.admiral_strength
        case m.PlaceBuffers():
            return "buffer", box.buffer_strength


def _activate(state: s.State, box: Box, square: int, reader: Reader) -> str:
    face, price = _on(state, box, square), box.prices[square - 1]
    pay = f"Pay {amount(box, 'production', price)} for {stamped(face)} on square {square}"
    seat = state.on_turn
    assert seat is not None, "somebody acts"
    if face.type == "realm":
        return f"{pay}; {_later(state, box, face, seat)}"
    realm = state.realms[seat]
    paid = state.with_realm(seat, replace(realm, manor=add_at(realm.manor, s.PRODUCTION, -price)))
    taker = receiver(paid, seat, face)
    if taker is None:
        return f"{pay}: nobody's display can take it, it is discarded"
    held = amount(box, s.RESOURCES[face.majority], paid.realms[taker].manor[face.majority])
    return f"{pay}: it goes to {reader.who(taker)} with {held}; {_later(state, box, face, taker)}"


def _on(state: s.State, box: Box, square: int) -> Face:
    found = state.current[square - 1]
    assert found is not None, "only listed moves are described"
    return box.faces[found]


def _later(state: s.State, box: Box, face: Face, seat: int) -> str:
    """What a card in the seat's display still costs, and does then."""
    if face.amounts:
        needs = f"for {cost(box, face, state.seats)}"
    else:
        needs = f"with {counted(admirals_needed(box, state.realms[seat], face), 'admiral')}"
    return f"to be played {needs}: {in_short(box, face)}"


def _play(state: s.State, box: Box, played: str) -> str:
    face = box.faces[played]
    price = f" for {cost(box, face, state.seats)}" if face.amounts else ""
    return f"Play {stamped(face)}{price}: {_outcome(state, played)}"


def _outcome(state: s.State, played: str) -> str:
    """Return what playing the card brings the seat on turn: its own effects, and what cards in play add."""
    box, seat = box_of(state), state.on_turn
    assert seat is not None, "somebody acts"
    face, realm = box.faces[played], state.realms[seat]
    after = replace(realm, in_play=(*realm.in_play, played))
    points = 0
    parts: list[str] = []

    def gained(effect: ops.GainVp | ops.GainResource) -> str:
        nonlocal points
        number = amount_of(box, after, effect)
        if isinstance(effect, ops.GainResource):
            return amount(box, effect.resource, number)
        points += number
        return f"{number} VP"

    now = [
        gained(effect) if isinstance(effect, ops.GainVp | ops.GainResource) else one_effect(box, face, effect)
        for effect in face.immediate
    ]
    if now:
        parts.append(listed(now))
    for other in realm.in_play:
        triggered = box.faces[other].colour.get(face.stamp, ())
        if triggered:
            parts.append(f"{listed(map(gained, triggered))} from {card(box.faces[other])}")
    bonus = bonus_tokens(box, realm.vp, points)
    if bonus:
        parts.append(f"{counted(bonus, 'bonus token')} for reaching {realm.vp + points} VP")
    later = [f"{when} {what}" for when, what in effects(box, face) if when != AT_ONCE]
    return "; ".join((*parts, *later))


def _in_the_auction(move: m.Bid | m.PassAuction, state: s.State, box: Box, reader: Reader) -> str:
    phase = state.phase
    assert isinstance(phase, s.Bidding), "only listed moves are described"
    face = box.faces[phase.card]
    if isinstance(move, m.Bid):
        own = state.realms[phase.asked].manor[s.RESOURCES.index(phase.resource)]
        bid = f"Bid {move.amount} of {reader.their(phase.asked)} {amount(box, phase.resource, own)}"
        return f"{bid} for {card(face)}, which brings {in_short(box, face)}"
    leads = f"{reader.does(phase.bidder, 'lead')} with {amount(box, phase.resource, phase.bid)}"
    return f"Leave the auction of {card(face)}; {leads}"


# Changes: what a person at the table would say of each


def describe_change(change: c.AnyChange, reader: Reader) -> str:
    """What happened; empty where another change of the same event tells it."""
    return sentence(_told(change, reader, box_at(reader.edition)))


def _told(change: c.AnyChange, reader: Reader, box: Box) -> str:
    match change:
        case c.PairPicked() | c.MayorsPlaced() | c.GeneralsPlaced() | c.AdmiralsPlaced() | c.BuffersPlaced():
            return _placing(change, reader, box)
        case c.AreaSettled():
            return _area_settled(change, reader, box)
        case c.TokensGained(seat, gained, source):
            return _gained(reader, box, seat, tokens(box, gained), source)
        case c.TurnOrderChanged(order, production):
            goods = amount(box, "production", box.limits.extra_goods_production)
            ordered = ", ".join(f"{reader.who(seat)} ({production[seat]})" for seat in order)
            return f"everybody gains {goods} as extra goods; the turn order by production is {ordered}"
        case c.SeatPassed(seat, forced):
            can = f"{reader.who(seat)} can do nothing more and {reader.form(seat, 'pass')}"
            return f"{can if forced else reader.does(seat, 'pass')} for the rest of the round"
        case c.TokensPaid() | c.CardTaken() | c.CardDiscarded() | c.CardPlayed():
            return _card(change, reader, box)
        case c.AuctionOpened() | c.BidMade() | c.AuctionPassed():
            return _auction(change, reader, box)
        case c.PointsGained(seat, points, _, source, total, bonus):
            owed = f", which earns {counted(bonus, 'bonus token')}" if bonus else ""
            gains = reader.does(seat, f"gain {points} VP from {card(box.faces[source])}")
            return f"{gains} and {reader.form(seat, 'stand')} at {total}{owed}"
        case c.LeaderGained(seat, leader, number, source):
            gains = reader.does(seat, f"gain {counted(number, leader)} from {card(box.faces[source])}")
            return f"{gains}, to be placed from the next round on"
        case c.EffectSkipped() | c.ResourceAsked() | c.RealmCardAsked():
            return _effect(change, reader, box)
        case c.BonusTaken(seat, kind):
            return reader.does(seat, f"take {amount(box, kind, 1)} as bonus token")
        case c.TurnBegan() | c.BidAsked() | c.BonusAsked() | c.AuctionWon():
            return ""  # what led to it is told; who is awaited now, everybody sees
        case _:
            return _told_at_the_edge(change, reader, box)


def _placing(
    change: c.PairPicked | c.MayorsPlaced | c.GeneralsPlaced | c.AdmiralsPlaced | c.BuffersPlaced,
    reader: Reader,
    box: Box,
) -> str:
    match change:
        case c.PairPicked(seat, resources):
            return reader.does(seat, f"take {listed(amount(box, kind, 1) for kind in resources)} to start with")
        case c.MayorsPlaced(seat, mayors):
            number = counted(sum(astuple(mayors)), "mayor")
            return reader.does(seat, f"place {number} to gain {tokens(box, mayor_tokens(box, mayors))}")
        case c.GeneralsPlaced(seat, where):
            return reader.does(seat, f"place {counted(len(where), 'general')} on {areas(where)}")
        case c.AdmiralsPlaced(seat, where):
            return reader.does(seat, f"place {counted(len(where), 'admiral')} on {areas(where)}")
        case c.BuffersPlaced(seat, where):
            return reader.does(seat, f"place {counted(len(where), 'buffer')} on {areas(where)}")
        case _:
            assert_never(change)


def _area_settled(change: c.AreaSettled, reader: Reader, box: Box) -> str:
    """`Area 3: Ada (3) beats Ben (2) and takes 1 gold and 2 battle points`."""
    where, reward = f"area {change.area}", tokens(box, box.rewards[change.area])
    forces = {seat: force for seat, force in enumerate(change.strengths) if force}
    if change.seat is None:
        most = max(forces.values())
        tied = listed(f"{reader.who(seat)} ({force})" for seat, force in forces.items() if force == most)
        return f"{where}: {tied} are tied, nobody takes {reward}"
    others = listed(f"{reader.who(seat)} ({force})" for seat, force in forces.items() if seat != change.seat)
    force = f"({forces[change.seat]})"
    if change.tokens == s.Tokens():
        if len(forces) == 1:
            return f"{where}: {reader.whose(change.seat)} buffers {force} meet nobody"
        return f"{where}: {reader.whose(change.seat)} buffers {force} keep {others} from {reward}"
    takes = f"{reader.form(change.seat, 'take')} {reward}"
    if len(forces) == 1:
        return f"{where}: {reader.does(change.seat, 'be')} alone {force} and {takes}"
    return f"{where}: {reader.who(change.seat)} {force} {reader.form(change.seat, 'beat')} {others} and {takes}"


def _gained(reader: Reader, box: Box, seat: int, gained: str, source: str) -> str:
    match source:
        case "mayors":
            return f"{reader.whose(seat)} mayors bring {gained}"
        case "extra_goods":
            return ""  # the turn order's line says it for all
        case _:
            return f"{card(box.faces[source])} gives {reader.who(seat)} {gained}"


def _card(change: c.TokensPaid | c.CardTaken | c.CardDiscarded | c.CardPlayed, reader: Reader, box: Box) -> str:
    face = box.faces[change.card]
    match change:
        case c.TokensPaid(seat, kind, number, why=why):
            paid = amount(box, kind, number)
            if why == "price":  # of a realm card the taking tells it
                return "" if face.type == "realm" else reader.does(seat, f"activate {stamped(face)} for {paid}")
            return reader.does(seat, f"{'win' if why == 'bid' else 'play'} {stamped(face)} for {paid}")
        case c.CardTaken(seat, square, by="majority"):
            return _majority(change, reader, box)
        case c.CardTaken(seat, square, by=by):
            price = amount(box, "production", box.prices[square - 1])
            how = f"for {price}" if by == "price" else "without paying its price"
            return reader.does(seat, f"take {stamped(face)} from square {square} {how}")
        case c.CardDiscarded(square, why=why):
            reason = "nobody's display can take it" if why == "majority" else "nobody took it"
            return f"{stamped(face)} on square {square} is discarded: {reason}"
        case c.CardPlayed(seat):
            return "" if face.amounts else reader.does(seat, f"play {stamped(face)}")
        case _:
            assert_never(change)


def _majority(change: c.CardTaken, reader: Reader, box: Box) -> str:
    """`Ben receives Castle (orange) with 6 raw materials; Ada has 4; Cleo's display cannot take it`."""
    face, kind = box.faces[change.card], change.resource
    held = f"{reader.their(change.seat)} {amount(box, kind, change.held[change.seat])}"
    rivals = [seat for seat in range(len(change.held)) if seat not in (change.seat, *change.barred)]
    tied = any(change.held[seat] == change.held[change.seat] for seat in rivals)
    told = [reader.does(change.seat, f"receive {stamped(face)} with {held}{' by the tie-break' if tied else ''}")]
    if rivals:
        told.append(listed(f"{reader.does(seat, 'have')} {change.held[seat]}" for seat in rivals))
    if change.barred:
        blocked = listed(reader.whose(seat) for seat in change.barred)
        told.append(f"{blocked} display{'s' if len(change.barred) > 1 else ''} cannot take it")
    return "; ".join(told)


def _auction(change: c.AuctionOpened | c.BidMade | c.AuctionPassed, reader: Reader, box: Box) -> str:
    match change:
        case c.AuctionOpened(seat, square, auctioned, kind, bid):
            face, first = box.faces[auctioned], amount(box, kind, bid)
            return reader.does(seat, f"open the auction of {stamped(face)} on square {square} with {first}")
        case c.BidMade(seat, number, kind):
            return reader.does(seat, f"bid {amount(box, kind, number)}")
        case c.AuctionPassed(seat, forced):
            if forced:
                return f"{reader.who(seat)} cannot bid higher and {reader.form(seat, 'leave')} the auction"
            return reader.does(seat, "leave the auction")
        case _:
            assert_never(change)


def _effect(change: c.EffectSkipped | c.ResourceAsked | c.RealmCardAsked, reader: Reader, box: Box) -> str:
    face, seat = box.faces[change.card], change.seat
    match change:
        case c.EffectSkipped(op=op):
            why = {
                "take_realm_card": f"no realm card of the panel fits {reader.their(seat)} display",
                "gain_leader": "no such leader is left in the supply",
            }[op]
            return f"{card(face)} gives {reader.who(seat)} nothing more: {why}"
        case c.ResourceAsked(amount=number, barred=barred):
            but = f" other than {listed(resource(box, kind) for kind in barred)}" if barred else ""
            may = f"{reader.who(seat)} may choose {counted(number, 'token')} of one resource{but}"
            return f"{card(face)}: {may}"
        case c.RealmCardAsked():
            return f"{card(face)}: {reader.who(seat)} may take a realm card of the panel without paying its price"
        case _:
            assert_never(change)


def _told_at_the_edge(change: Edge, reader: Reader, box: Box) -> str:
    """Return the line for a change at the beginning or the end of a round or of the game."""
    match change:
        case c.DeckShuffled(count=cards):
            return f"the {cards} event cards are shuffled"
        case c.CardsDrawn(panel, squares, cards):
            laid = (f"{stamped(box.faces[drawn])} on {square}" for square, drawn in zip(squares, cards, strict=True))
            return f"drawn to the {panel} panel: {listed(laid)}"
        case c.RealmFounded():
            return _founded(change, reader, box)
        case c.TurnOrderDrawn(order):
            return f"by lot the first turn order is {', '.join(map(reader.who, order))}"
        case c.RoundBegan(number):
            return f"round {number} of {box.rounds} begins: all place their leaders in secret"
        case c.PlacementsRevealed(placements):
            return f"the walls come down: {'; '.join(_stand(reader, *each) for each in enumerate(placements))}"
        case c.ActionsEnded(number, last):
            return f"all have passed: {'the last round' if last else f'round {number}'} is over"
        case c.PanelsMoved():
            return "the remaining cards of the panels move up"
        case c.StandingsTaken(number, standings):
            ranked = sorted(standings, key=lambda standing: standing.rank)
            told = (
                f"{ordinal(line.rank)} {reader.who(line.seat)} with {line.vp} VP, "
                f"{counted(line.cards, 'card')} in play and {counted(line.tokens, 'token')}"
                for line in ranked
            )
            return f"after round {number}: {'; '.join(told)}"
        case c.EndEffectScored() | c.StoredTokensScored() | c.GreatPersonsScored():
            return _scored(change, reader, box)
        case c.GameEnded(ranking, scores):
            return _ended(reader, ranking, scores)
        case _:
            assert_never(change)


def _founded(change: c.RealmFounded, reader: Reader, box: Box) -> str:
    owned = leaders(change.mayors, change.generals, change.admirals)
    buffers = f" ({change.buffers} of the mayors as buffers)" if change.buffers else ""
    amounts = astuple(change.tokens)
    alike = f"{counted(amounts[0], 'token')} of each resource"
    capital = alike if len(set(amounts)) == 1 else tokens(box, change.tokens)
    return reader.does(change.seat, f"rule the {change.colour} realm: {owned}{buffers}; {capital}")


def _stand(reader: Reader, seat: int, placement: s.Placement) -> str:
    """The military leaders of a placement; what mayors bring is told for itself."""
    parts = [
        f"{counted(len(where), kind)} on {areas(where)}"
        for kind, where in (
            ("general", placement.generals),
            ("admiral", placement.admirals),
            ("buffer", placement.buffers),
        )
        if where
    ]
    return f"{reader.does(seat, 'have')} {listed(parts, 'nobody on the map')}"


def _scored(change: c.EndEffectScored | c.StoredTokensScored | c.GreatPersonsScored, reader: Reader, box: Box) -> str:
    seat, points = change.seat, change.amount
    match change:
        case c.EndEffectScored():
            face = box.faces[change.card]
            return f"{card(face)} scores {reader.who(seat)} {points} VP ({at_the_end(box, face)})"
        case c.StoredTokensScored(tokens=stored):
            return reader.does(seat, f"score {points} VP for {counted(stored, 'stored token')}") if stored else ""
        case c.GreatPersonsScored(cards=persons):
            return reader.does(seat, f"score {points} VP for {counted(persons, 'great person')}") if persons else ""
        case _:
            assert_never(change)


def _ended(reader: Reader, ranking: Ranking, scores: Iterable[int]) -> str:
    points = tuple(scores)
    first, *others = (seat for group in ranking for seat in group)
    won = f"{reader.does(first, 'win')} with {points[first]} VP"
    if points[others[0]] == points[first]:
        won += " by the tie-break"
    return f"{won}, before {listed(f'{reader.who(seat)} ({points[seat]})' for seat in others)}"
