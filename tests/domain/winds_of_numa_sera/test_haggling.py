"""NS-9.12, NS-9.3: counter-offers, and offers that are taken back."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import Asked
from moothall.domain.table.moves import Undo
from moothall.domain.winds_of_numa_sera.changes import (
    CapitalGiven,
    CardGiven,
    OfferClosed,
    OfferMade,
    OffersCounted,
    PledgeMade,
)
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    Build,
    CounterTrade,
    Explore,
    OfferTrade,
    RejectTrade,
    WithdrawTrade,
)
from moothall.domain.winds_of_numa_sera.state import Offer
from tests.domain.winds_of_numa_sera.tables import BOX, WINDS, explored, hand, has, play, rich, scene, truce
from tests.laws.walk import Game
from tests.support.scenes import rule


@rule("NS-9.12")
def test_a_counter_offer_closes_the_offer_and_asks_the_first_offerer() -> None:
    state = play(rich("corvane", "ashkari", "sjorsja"), 1, "fenn_gambler")
    table = scene(state).when(0, OfferTrade(1, get_cards=("fenn_gambler",), give_capital=5))
    table = table.when(1, CounterTrade(0, give_cards=("fenn_gambler",), get_capital=9))
    table.exactly(OfferClosed(1, "countered"), OfferMade(Offer(1, 0, give_cards=("fenn_gambler",), get_capital=9)))
    assert WINDS.awaiting(table.state).seats == (Asked(0, "trade"),)
    table.when(0, Explore()).breaks("NS-2.5")
    table.when(1, AcceptTrade()).breaks("NS-9.1")
    table.lists(1, WithdrawTrade()).lists(0, RejectTrade(), AcceptTrade())
    done = table.when(0, AcceptTrade()).then(CapitalGiven(0, 1, 9))
    assert done.state.turn.seat == 0
    assert WINDS.awaiting(done.state).seats == (Asked(0, "turn"),)
    for dropped in (table.when(1, WithdrawTrade()), table.when(0, RejectTrade())):
        assert dropped.state.offer is None
        assert WINDS.awaiting(dropped.state).seats == (Asked(0, "turn"),)


@rule("NS-9.12")
def test_a_counter_offer_keeps_to_the_rules_of_offers() -> None:
    state = rich("corvane", "ashkari", "sjorsja")
    scene(state).when(1, CounterTrade(0, get_capital=1)).breaks("NS-9.1")
    table = scene(state).when(0, OfferTrade(1, give_capital=5, get_pledge="truce"))
    table.when(2, CounterTrade(0, get_capital=1)).breaks("NS-9.1")
    table.when(0, CounterTrade(1, get_capital=1)).breaks("NS-9.1")
    table.when(1, CounterTrade(2, get_capital=1)).breaks("NS-9.12")
    table.when(1, CounterTrade(0)).breaks("NS-9.2")
    table.when(1, CounterTrade(0, get_capital=51)).breaks("NS-9.4")
    table.when(1, CounterTrade(0, give_pledge="attack", give_pledge_target="0")).breaks("NS-9.10")
    sworn = table.when(1, CounterTrade(0, give_pledge="truce", give_pledge_turns=2, get_capital=8))
    assert sworn.when(0, AcceptTrade()).then(PledgeMade(truce(1, 0, 2))).state.pledges == (truce(1, 0, 2),)


@rule("NS-9.12", "NS-9.3")
def test_haggling_goes_back_and_forth_until_the_guard_stops_it() -> None:
    table = scene(rich("corvane", "ashkari")).when(0, OfferTrade(1, give_capital=1))
    for price in range(2, BOX.limits.trade_offers_per_turn + 1):
        by, to = (1, 0) if price % 2 == 0 else (0, 1)
        table = table.when(by, CounterTrade(to, give_capital=price))
    seat = table.state.offer.to
    table.when(seat, CounterTrade(table.state.offer.by, give_capital=1)).breaks("NS-9.3")
    assert list(WINDS.legal_moves(table.state, seat)) == [RejectTrade(), AcceptTrade()]
    table.when(seat, RejectTrade()).when(0, OfferTrade(1, give_capital=1)).breaks("NS-9.3")


@rule("NS-9.12")
def test_a_hidden_card_that_is_shown_may_be_asked_for_and_stays_hidden_from_others() -> None:
    state = hand(rich("corvane", "ashkari", "sjorsja"), 0, "sunfang", "pillage_1")
    table = scene(state).when(0, OfferTrade(1, give_cards=("sunfang",), get_capital=12))
    table.when(1, CounterTrade(0, get_cards=("pillage_1",), give_capital=6)).breaks("NS-9.5")
    move = CounterTrade(0, get_cards=("sunfang",), give_capital=6)
    table.lists(1, move)
    table = table.when(1, move)
    offer = Offer(1, 0, get_hidden=("sunfang",), hidden_asked=1, give_capital=6)
    table.then(OfferMade(offer))
    for viewer in (2, None):
        assert WINDS.redact(OfferMade(offer), viewer) == OfferMade(replace(offer, get_hidden=()))
        assert WINDS.redact_move(move, 1, viewer) is None
        seen = WINDS.view(table.state, viewer).offer
        assert (seen.get_hidden, seen.hidden_asked) == ((), 1)
    assert WINDS.view(table.state, 1).offer.get_hidden == ("sunfang",)
    assert WINDS.redact_move(move, 1, 0) == move
    given = CardGiven(0, 1, "sunfang", "hand", "hand", secret=True)
    table.when(0, AcceptTrade()).then(CapitalGiven(1, 0, 6), given)
    assert WINDS.redact(given, 2).card == ""


def test_determinizing_a_counter_offer_keeps_what_the_partner_was_shown() -> None:
    state = hand(rich("corvane", "ashkari", "sjorsja"), 0, "sunfang", "pillage_1")
    table = scene(state).when(0, OfferTrade(1, give_cards=("sunfang",), get_capital=12))
    state = table.when(1, CounterTrade(0, get_cards=("sunfang",), give_capital=6)).state
    for seed in range(10):
        partner = WINDS.determinize(state, 1, FastDraw(seed))
        assert "sunfang" in partner.seats[0].hand
        assert partner.offer == state.offer
        third = WINDS.determinize(state, 2, FastDraw(seed))
        assert third.offer.get_hidden[0] in third.seats[0].hand
    imagined = {WINDS.determinize(state, 2, FastDraw(seed)).offer.get_hidden for seed in range(10)}
    assert len(imagined) > 3


def test_the_listed_counter_offer_halves_what_is_asked_or_adds_half_to_what_is_given() -> None:
    state = play(has(rich("corvane", "ashkari"), 0, treasury=7), 1, "fenn_gambler")
    asked = scene(state).when(0, OfferTrade(1, get_capital=7))
    asked.lists(1, CounterTrade(0, give_capital=3))
    given = scene(state).when(0, OfferTrade(1, give_capital=3, get_cards=("fenn_gambler",)))
    given.lists(1, CounterTrade(0, give_cards=("fenn_gambler",), get_capital=5))
    all_of_it = scene(state).when(0, OfferTrade(1, give_capital=7, get_cards=("fenn_gambler",)))
    assert list(WINDS.legal_moves(all_of_it.state, 1)) == [RejectTrade(), AcceptTrade()]


def game(seed: int = 4) -> Game:
    """A game through the log, at the first turn of a player who has Capital and has not explored."""
    found = Game(WINDS, 2)
    luck = FastDraw(seed)
    while not (found.log.table.game.dealt and found.log.table.game.round == 1):
        seat = found.log.table.decisions[0].seat
        found.play(seat, WINDS.sample_move(WINDS, found.log.table.game, seat, luck))
    return found


@rule("NS-9.3")
def test_an_offer_taken_back_by_undo_stays_counted() -> None:
    table = game()
    seat = table.log.table.game.turn.seat
    table.play(seat, OfferTrade(1 - seat, give_capital=1))
    event = table.play(seat, Undo())
    assert event.changes == (OffersCounted(1),)
    state = table.log.table.game
    assert (state.offer, state.offered, state.offers_this_turn) == (None, (), 1)
    table.play(seat, OfferTrade(1 - seat, give_capital=1))
    assert table.log.table.game.offers_this_turn == 2
    table.play(1 - seat, CounterTrade(seat, get_capital=2))
    table.play(1 - seat, Undo())
    state = table.log.table.game
    assert (state.offer.by, state.offers_this_turn) == (seat, 3)


@rule("NS-9.3")
def test_an_offer_stays_counted_when_the_whole_turn_is_taken_back() -> None:
    table = game()
    seat = table.log.table.game.turn.seat
    while not table.log.table.game.turn.explored or table.log.table.game.pending:
        table.play(seat, next(iter(WINDS.legal_moves(table.log.table.game, seat))))
    before = table.log.seq
    table.play(seat, OfferTrade(1 - seat, give_capital=1))
    table.play(seat, WithdrawTrade())
    table.play(seat, next(move for move in WINDS.legal_moves(table.log.table.game, seat) if isinstance(move, Build)))
    assert table.log.table.game.turn.seat == 1 - seat
    assert table.log.table.game.offers_this_turn == 0
    table.play(seat, Undo(to=before))
    state = table.log.table.game
    assert (state.turn.seat, state.offers_this_turn, state.offered) == (seat, 1, ())


def test_the_offers_of_a_turn_are_remembered_as_everybody_saw_them() -> None:
    state = hand(rich("corvane", "ashkari"), 0, "sunfang")
    table = scene(explored(state)).when(0, OfferTrade(1, give_cards=("sunfang",), get_capital=9)).when(1, RejectTrade())
    assert table.state.offered == (Offer(0, 1, hidden=1, get_capital=9),)
    assert table.when(0, Build("royal_mint")).state.offered == ()
