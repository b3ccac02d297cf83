"""Setup, rounds, turns and choices."""

from __future__ import annotations

from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Option
from moothall.domain.winds_of_numa_sera.text.cards import stats
from moothall.domain.winds_of_numa_sera.text.changes.telling import Cases, untold
from moothall.domain.winds_of_numa_sera.text.conditions import tasks
from moothall.domain.winds_of_numa_sera.text.effects import option_text
from moothall.domain.winds_of_numa_sera.text.words import name, names, short, told_of

_TOLD_BY_THEMSELVES = frozenset(("gain_capital", "lose_capital", "voucher", "explore"))
"""Operations that always lead to a change which says what they did."""


def first_player_drawn(change: c.FirstPlayerDrawn, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'be')} the first player; {reader.does(change.drafter, 'choose')} a kingdom first"


def kingdom_chosen(change: c.KingdomChosen, reader: Reader, box: Box) -> str:
    return f"{reader.does(change.seat, 'take')} {name(box, change.kingdom)}, with {name(box, change.block)} built"


def succession_set(change: c.SuccessionSet, reader: Reader, box: Box) -> str:
    line = f"{reader.their(change.seat)} line of succession"
    if change.secret:
        return f"{reader.does(change.seat, 'set')} {line} in secret"
    return f"{reader.does(change.seat, 'set')} {line}: {', then '.join(short(box, hero) for hero in change.order)}"


def lines_revealed(change: c.LinesRevealed, reader: Reader, box: Box) -> str:
    lines = (
        f"{reader.does(seat, 'lead')} with {short(box, line[0])} ({stats(box.heroes[line[0]])}), "
        f"then {', then '.join(short(box, hero) for hero in line[1:])}"
        for seat, line in enumerate(change.lines)
    )
    return f"the lines of succession are revealed: {'; '.join(lines)}"


def colleges_filled(change: c.CollegesFilled, reader: Reader, box: Box) -> str:
    return f"each Skill college holds {max(map(len, change.colleges.values()))} cards"


def strongholds_dealt(change: c.StrongholdsDealt, reader: Reader, box: Box) -> str:
    shown = listed(f"{name(box, each)} (defense {box.strongholds[each].defense})" for each in change.display)
    return f"{change.count} Strongholds are in the game; face up lie {shown}"


def forge_dealt(change: c.ForgeDealt, reader: Reader, box: Box) -> str:
    shown = listed(f"{name(box, each)} ({box.items[each].cost} Capital)" for each in change.display)
    return f"the World Forge shows {shown}"


def battle_cards_dealt(change: c.BattleCardsDealt, reader: Reader, box: Box) -> str:
    what = counted(change.count, "Battle Card")
    return f"{reader.does(change.seat, 'be')} dealt {f'{names(box, change.cards)}' if change.cards else what}"


def deck_shuffled(change: c.DeckShuffled, reader: Reader, box: Box) -> str:
    what = "the discard pile is shuffled into a new" if change.again else "everything else is shuffled into the"
    return f"{what} Exploration deck of {counted(change.count, 'card')}"


def round_began(change: c.RoundBegan, reader: Reader, box: Box) -> str:
    return f"round {change.round} begins"


def turn_began(change: c.TurnBegan, reader: Reader, box: Box) -> str:
    return f"{reader.whose(change.seat)} turn begins"


def round_ended(change: c.RoundEnded, reader: Reader, box: Box) -> str:
    return f"round {change.round} is over"


def round_scored(change: c.RoundScored, reader: Reader, box: Box) -> str:
    standings = "; ".join(
        f"{reader.who(seat)} {renown} Renown{_towards(box, reached)}"
        for seat, (reached, renown) in enumerate(zip(change.progress, change.renown, strict=True))
    )
    return f"standings after round {change.round}: {standings}"


def _towards(box: Box, reached: dict[str, int]) -> str:
    """How far a seat is towards the conditions that it has begun to fulfil."""
    goals = {each.id: each.conditions[0].value for each in box.conditions.values()}
    told = [f"{name(box, key)} {min(reached[key], goal)} of {goal}" for key, goal in goals.items() if reached[key]]
    return f" ({', '.join(told)})" if told else ""


def game_ended(change: c.GameEnded, reader: Reader, box: Box) -> str:
    if change.winner < 0:
        return "the last round is over: Renown decides"
    return f"{reader.does(change.winner, 'win')} {_how(box, change.reasons)}"


def _how(box: Box, reasons: tuple[str, ...]) -> str:
    if reasons == ("survivor",):
        return "as the last one left"
    if reasons == ("renown",):
        return "by Renown"
    return f"as {listed(f'{name(box, each)} ({tasks(box, box.conditions[each].conditions)})' for each in reasons)}"


def game_scored(change: c.GameScored, reader: Reader, box: Box) -> str:
    ranked = ", ".join(f"{reader.who(seat)} {change.renown[seat]}" for seat in change.ranking)
    hands = [f"{reader.who(seat)} held {names(box, hand)}" for seat, hand in enumerate(change.hands) if hand]
    return "; ".join([f"{reader.does(change.winner, 'win')} the game; final Renown: {ranked}", *hands])


def marked(change: c.Marked, reader: Reader, box: Box) -> str:
    what, _, thing = change.mark.partition("/")
    return f"{reader.does(change.seat, 'use')} {name(box, thing)}" if what == "use" else ""


def choice_made(change: c.ChoiceMade, reader: Reader, box: Box) -> str:
    if change.kind == "maven" and change.option == "reject":
        return f"{reader.does(change.seat, 'reject')} {name(box, change.about)}"
    if change.kind != "option":
        return ""
    chosen = next(each for each in box.effects[change.about].options if each.label == change.option)
    does = told_of(change.seat, option_text(box, chosen), reader)
    return "" if _told(chosen) else f"{reader.does(change.seat, 'choose')} to {does}"


def _told(option: Option) -> bool:
    return all(effect.op in _TOLD_BY_THEMSELVES for effect in (*option.cost, *option.effects))


CASES: Cases = {
    c.FirstPlayerDrawn: first_player_drawn,
    c.KingdomChosen: kingdom_chosen,
    c.SuccessionSet: succession_set,
    c.LinesRevealed: lines_revealed,
    c.CollegesFilled: colleges_filled,
    c.StrongholdsDealt: strongholds_dealt,
    c.ForgeDealt: forge_dealt,
    c.BattleCardsDealt: battle_cards_dealt,
    c.DeckShuffled: deck_shuffled,
    c.RoundBegan: round_began,
    c.TurnBegan: turn_began,
    c.TurnEnded: untold,
    c.RoundEnded: round_ended,
    c.RoundScored: round_scored,
    c.GameEnded: game_ended,
    c.GameScored: game_scored,
    c.Marked: marked,
    c.ChoiceOpened: untold,
    c.ChoiceMade: choice_made,
}
