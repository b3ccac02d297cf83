"""Offers and pledges."""

from __future__ import annotations

from domain.core.words import Reader
from domain.winds_of_numa_sera import changes as c
from domain.winds_of_numa_sera.content import Components
from domain.winds_of_numa_sera.text.changes.telling import Cases
from domain.winds_of_numa_sera.text.trade import asked, given, pledged

_CLOSED = {"withdrawn": "withdraw", "rejected": "reject", "accepted": "accept"}


def offer_made(change: c.OfferMade, reader: Reader, box: Components) -> str:
    offer = change.offer
    terms = f"{given(offer, offer.by, reader, box)} for {asked(offer, offer.by, reader, box)}"
    return f"{reader.does(offer.by, 'offer')} {reader.who(offer.to)} {terms}"


def offer_closed(change: c.OfferClosed, reader: Reader, box: Components) -> str:
    return f"{reader.does(change.seat, _CLOSED[change.how])} the offer"


def pledge_made(change: c.PledgeMade, reader: Reader, box: Components) -> str:
    return f"{reader.does(change.by, 'promise')} {pledged(change.kind, change.to, change.target, reader)}"


def pledge_ended(change: c.PledgeEnded, reader: Reader, box: Components) -> str:
    if change.how == "kept":
        return f"{reader.does(change.by, 'keep')} {reader.their(change.by)} promise to {reader.who(change.to)}"
    return f"{reader.whose(change.by)} promise to {reader.who(change.to)} binds no longer"


CASES: Cases = {
    c.OfferMade: offer_made,
    c.OfferClosed: offer_closed,
    c.PledgeMade: pledge_made,
    c.PledgeEnded: pledge_ended,
}
