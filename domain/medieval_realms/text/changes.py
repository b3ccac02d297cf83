"""One line for every change: what a person at the table would say of it."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import astuple

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.medieval_realms import changes as c
from moothall.domain.medieval_realms.content import Box, box_at
from moothall.domain.medieval_realms.rules.placing import mayor_tokens
from moothall.domain.medieval_realms.text.contests import area_settled, majority
from moothall.domain.medieval_realms.text.edges import told_at_the_edge
from moothall.domain.medieval_realms.text.words import amount, areas, card, resource, stamped, tokens


def describe_change(change: c.AnyChange, reader: Reader) -> str:
    """What happened; empty where another change of the same event tells it."""
    return sentence(_told(change, reader, box_at(reader.edition)))


def _told(change: c.AnyChange, reader: Reader, box: Box) -> str:
    match change:
        case c.PairPicked() | c.MayorsPlaced() | c.GeneralsPlaced() | c.AdmiralsPlaced() | c.BuffersPlaced():
            return _placing(change, reader, box)
        case c.AreaSettled():
            return area_settled(change, reader, box)
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
            return told_at_the_edge(change, reader, box)


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
            return majority(change, reader, box)
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
