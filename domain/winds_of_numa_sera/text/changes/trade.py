"""Offers and pledges."""

from __future__ import annotations

from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.text.changes.telling import Cases, untold
from moothall.domain.winds_of_numa_sera.text.trade import pledged, terms

_CLOSED = {
    "withdrawn": "withdraw the offer",
    "rejected": "reject the offer",
    "countered": "answer with a counter-offer",
    "accepted": "accept the offer",
}


def offer_made(change: c.OfferMade, reader: Reader, box: Box) -> str:
    offer = change.offer
    return f"{reader.does(offer.by, 'offer')} {reader.who(offer.to)} {terms(offer, offer.by, reader, box)}"


def offer_closed(change: c.OfferClosed, reader: Reader, box: Box) -> str:
    return reader.does(change.seat, _CLOSED[change.how])


def pledge_made(change: c.PledgeMade, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.pledge.by, 'promise')} {pledged(change.pledge, reader, box)}"


def pledge_ended(change: c.PledgeEnded, reader: Reader, box: Box) -> str:
    by, to = change.pledge.by, reader.who(change.pledge.to)
    if change.how == "kept":
        return f"{reader.does(by, 'keep')} {reader.their(by)} promise to {to}"
    return f"{reader.whose(by)} promise to {to} binds no longer"


CASES: Cases = {
    c.OfferMade: offer_made,
    c.OfferClosed: offer_closed,
    c.OffersCounted: untold,
    c.PledgeMade: pledge_made,
    c.PledgeEnded: pledge_ended,
}
