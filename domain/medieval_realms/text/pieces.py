"""The pieces of the box, and the steps of a round, in words."""

from __future__ import annotations

from moothall.domain.core.words import counted
from moothall.domain.medieval_realms.content import Box
from moothall.domain.medieval_realms.text.words import amount


def pieces(box: Box) -> dict[str, str]:
    """What is neither card, leader nor token."""
    squares, future = len(box.prices), box.future_squares
    return {
        "game_board": f"Holds the current panel with {squares} squares, the future panel with {future}, the deck, the "
        "discard pile, and the tracks for turn order, rounds and VP.",
        "realm_board": "A player's realm: the management zone for mayors, the map for generals and admirals, the manor "
        f"for tokens, and the display for up to {box.limits.display_max_cards} cards that wait to be paid.",
        "defensive_wall": "Hides a realm's leaders while all place them in secret; tokens and cards stay open.",
        "king_queen_card": "Shows whose realm it is; it has no ability.",
        "overview_card": "Lists the steps of a round; it has no effect.",
        "turn_order_marker": "Its space on the turn order track says when its owner acts; space 1 starts.",
        "victory_point_marker": f"Counts VP from 0; at every multiple of {box.track.bonus_every} its owner gains "
        f"{counted(box.track.bonus_tokens, 'token')}.",
        "round_marker": f"Counts the {box.rounds} rounds; after the last the game ends.",
        "event_card": "Comes from the panels by price, majority or auction; put into play it brings points, tokens or "
        "leaders.",
    }


def round_steps(box: Box) -> dict[str, str]:
    """What happens in a round, in this order."""
    goods = amount(box, "production", box.limits.extra_goods_production)
    cleared = ", ".join(f"{squares} with {seats}" for seats, squares in box.cleared.items())
    return {
        "hide": "All realms are hidden behind their walls; nothing has to be decided.",
        "place_leaders": "All place all their leaders at the same time and in secret: mayors on management squares, "
        "generals and admirals on areas of the map.",
        "get_resources": "The walls come down. Mayors bring tokens, the strongest in each area takes its reward, and "
        "cards in play that work each round give their tokens.",
        "extra_goods": f"Everybody gains {goods}.",
        "turn_order": "Whoever has the most production starts, the others follow by production; players with equally "
        "much keep the order of the round before. Nothing is spent.",
        "actions": "In turn order each takes one action, again and again: activate a card of the current panel, play a "
        "card of the own display, or pass for the rest of the round. It ends when all have passed.",
        "end_round": "The cards on the first squares of the current panel are discarded (by number of players: "
        f"{cleared}), the others move up, future cards follow, and the deck refills both panels. After the last round "
        "the game is scored instead.",
    }
