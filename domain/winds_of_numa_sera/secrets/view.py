"""The table as one viewer may see it, from an allow-list."""

from __future__ import annotations

from typing import Any

from domain.core.codec import plain
from domain.core.records import Json
from domain.winds_of_numa_sera.content import box_of
from domain.winds_of_numa_sera.rules.choices import KINDS, SECRET_KINDS, options
from domain.winds_of_numa_sera.rules.standing import residual, standing
from domain.winds_of_numa_sera.rules.trade import may_offer
from domain.winds_of_numa_sera.state import (
    SLOTS,
    AcceptMaven,
    Acting,
    Battle,
    ChooseOption,
    Drafting,
    DrainOne,
    Finished,
    GameEnd,
    Offer,
    RoundEnd,
    Seat,
    State,
    Succession,
)


def view(state: State, viewer: int | None) -> Json:
    """Everything the viewer may know."""
    finished = isinstance(state.phase, Finished)
    return {
        "setting": state.setting,
        "round": state.round,
        "round_limit": state.round_limit,
        "first_player": state.first,
        "phase": _phase(state),
        "seats": [_seat(state, seat, index, finished or index == viewer) for index, seat in enumerate(state.seats)],
        "exploration": {
            "deck": len(state.deck),
            "discard": list(state.discard),
            "open": list(state.open),
            "drawn": len(state.drawn),
            "your_drawn": list(state.drawn) if _is_chooser(state, viewer) else [],
        },
        "world_forge": {"deck": len(state.forge_deck), "display": list(state.forge)},
        "strongholds": {"deck": len(state.stronghold_deck), "display": list(state.strongholds)},
        "colleges": {skill: len(cards) for skill, cards in state.colleges.items()},
        "pending": _pending(state, viewer),
        "battle": _battle(state.battle),
        "offer": _offer(state.offer, viewer),
        "pledges": [plain(each) for each in state.pledges],
        "eliminated": list(state.eliminated),
        "last_round": plain(state.summary),
    }


def _phase(state: State) -> Json:
    match state.phase:
        case Drafting(seat):
            return {"name": "drafting", "seat": seat}
        case Succession():
            return {"name": "succession"}
        case Acting() as turn:
            return {
                "name": "turn",
                "seat": turn.seat,
                "explored": turn.explored,
                "built": turn.built,
                "attacked": turn.attacked,
                "extra_phase2": turn.extra,
                "may_offer": may_offer(state),
                "marks": list(turn.marks),
            }
        case RoundEnd():
            return {"name": "end_of_round"}
        case GameEnd(winner, reasons):
            return {"name": "end_of_game", "winner": winner, "reasons": list(reasons)}
        case Finished(winner, reasons):
            return {"name": "finished", "winner": winner, "reasons": list(reasons)}


def _seat(state: State, seat: Seat, index: int, own: bool) -> Json:
    box = box_of(state)
    mat = seat.mat
    found = standing(box, mat)
    shown: dict[str, Any] = {
        "kingdom": mat.kingdom,
        "line": list(mat.line),
        "alive": seat.alive or not state.dealt,
        "answered": seat.answer is not None,
        "treasury": seat.treasury,
        "residual": residual(box, seat) if mat.line else 0,
        "power": seat.power,
        "max_power": found.max_power,
        "attack": box.heroes[mat.line[0]].attack + found.sums.get("attack", 0) if mat.line else 0,
        "defense": box.heroes[mat.line[0]].defense + found.sums.get("defense", 0) if mat.line else 0,
        "skill_credit": seat.skill_credit,
        "item_credit": seat.item_credit,
        "capital_on_cards": dict(seat.purse),
        "skills": list(mat.skills),
        "levels": dict(found.levels),
        "ticked": list(mat.ticked),
        "classes": list(mat.classes),
        "mavens": list(mat.mavens),
        "equipment": dict(zip(SLOTS, mat.slots, strict=True)),
        "upgraded": list(mat.upgraded),
        "strongholds": list(mat.strongholds),
        "blessing": mat.blessing,
        "captured": list(seat.captured),
        "fallen": list(seat.fallen),
        "conditions": list(seat.conditions),
        "wins_with_card": seat.wins_with_card,
        "raids": seat.raids,
        "hand_size": len(seat.hand),
        "known": list(seat.known),
        "hand": list(seat.hand) if own else None,
        "committed": None,
    }
    if own and seat.answer is not None:
        shown["committed"] = list(seat.answer.cards)
    return shown


def _is_chooser(state: State, viewer: int | None) -> bool:
    return state.pending is not None and state.pending.choice.seat == viewer


def _pending(state: State, viewer: int | None) -> Json | None:
    if state.pending is None:
        return None
    choice = state.pending.choice
    kind = KINDS[type(choice)]
    seen = choice.seat == viewer or kind not in SECRET_KINDS
    source = None
    if isinstance(choice, AcceptMaven):
        source = choice.card
    elif isinstance(choice, ChooseOption | DrainOne):
        source = choice.host
    return {
        "seat": choice.seat,
        "kind": kind,
        "source": source,
        "options": list(options(state, choice)) if seen else None,
    }


def _battle(battle: Battle | None) -> Json | None:
    if battle is None:
        return None
    return {
        "attacker": battle.attacker,
        "target_type": battle.aim,
        "stronghold": battle.stronghold,
        "defender": battle.defender,
        "attack": battle.attack,
        "defense": battle.defense,
        "attacker_cards": list(battle.attacker_cards),
        "defender_cards": list(battle.defender_cards),
        "fought": battle.fought,
        "winner": battle.winner,
    }


def _offer(offer: Offer | None, viewer: int | None) -> Json | None:
    if offer is None:
        return None
    partner = viewer in (offer.by, offer.to)
    return {
        "by": offer.by,
        "to": offer.to,
        "give_cards": list(offer.give_cards),
        "give_hidden": list(offer.give_hidden) if partner else None,
        "hidden": offer.hidden,
        "get_cards": list(offer.get_cards),
        "get_hidden": list(offer.get_hidden) if partner else None,
        "hidden_asked": offer.hidden_asked,
        "give_capital": offer.give_capital,
        "get_capital": offer.get_capital,
        "give_power": offer.give_power,
        "get_power": offer.get_power,
        "get_battle_cards": offer.get_battle_cards,
        "give_pledge": offer.give_pledge,
        "get_pledge": offer.get_pledge,
        "give_pledge_target_type": offer.give_pledge_target_type,
        "get_pledge_target_type": offer.get_pledge_target_type,
        "give_pledge_target": offer.give_pledge_target,
        "get_pledge_target": offer.get_pledge_target,
        "give_pledge_turns": offer.give_pledge_turns,
        "get_pledge_turns": offer.get_pledge_turns,
    }
