"""What an operation costs or does, in words that fit behind "you may" and "to": `pay 1 gem`, `score 3 prestige`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from moothall.domain.core.bag import plus
from moothall.domain.core.words import counted, listed
from moothall.domain.manaforge.content import Box
from moothall.domain.manaforge.content.ops import (
    AddExpenditures,
    AnyOp,
    BuildFromDiscard,
    BuyPrestige,
    CopyDie,
    CopyGem,
    CopyStoreCard,
    ExhaustOthers,
    FlipDieToGem,
    GainDie,
    GainDieAny,
    GainGems,
    GainGemsOfPaid,
    GainMana,
    GainManaAny,
    GainManaAttached,
    GainManaChoice,
    GainPrestige,
    GainPrestigeBySymbols,
    GainPrestigeByWorkshop,
    GainPrestigePerWand,
    GainPrisms,
    HoldDie,
    LookAhead,
    OfferGem,
    Pay,
    PayExpenditures,
    PayGems,
    PayMana,
    Recharge,
    takes,
)
from moothall.domain.manaforge.rules.effects import mana_of
from moothall.domain.manaforge.state import NOTHING
from moothall.domain.manaforge.text.words import bag_of, card, die, either, face_of, gems, mana, shown

Score = GainPrestige | GainPrestigePerWand | GainPrestigeBySymbols | GainPrestigeByWorkshop | BuyPrestige


def deeds(box: Box, ops: Sequence[AnyOp], answer: str | None = None) -> str:
    """Several effects after each other; `answer` is what was chosen where one of them asks."""
    tokens = NOTHING
    words: list[str] = []
    for op in ops:
        if isinstance(op, GainGems):
            tokens = plus(tokens, mana_of(op.element, op.n))
        elif isinstance(op, GainPrestigePerWand) and words:
            words.append(f"{op.n} more for each wand already in your Store")
        else:
            words.append(deed(box, op, answer))
    return listed([f"gain {gems(tokens)}", *words] if any(tokens) else words)


def deed(box: Box, op: AnyOp, answer: str | None = None) -> str:
    """One operation in the plain form of its verb."""
    match op:
        case PayMana() | PayGems() | PayExpenditures() | ExhaustOthers():
            return price(op)
        case GainMana() | GainManaChoice() | GainManaAny() | GainManaAttached():
            return f"gain {_mana_gained(op, answer)}"
        case GainGems(element, n):
            return f"gain {counted(n, f'{element} gem')}"
        case GainGemsOfPaid(n):
            return f"gain {counted(n, f'{answer} gem')}" if answer else f"gain {n} gems of the element paid"
        case CopyGem():
            return f"gain another {answer} gem" if answer else "gain another gem of an element of which you own one"
        case GainPrisms(n):
            return f"gain {counted(n, 'prism')}"
        case (
            GainPrestige()
            | GainPrestigePerWand()
            | GainPrestigeBySymbols()
            | GainPrestigeByWorkshop()
            | BuyPrestige()
            | OfferGem()
        ):
            return _scoring(op)
        case Recharge(scope):
            other = "another" if scope == "other" else "one"
            return f"recharge {card(box, answer) if answer else f'{other} exhausted card of your Workshop'}"
        case AddExpenditures(n):
            return f"spend {counted(n, 'more die', 'more dice')} this turn"
        case CopyStoreCard():
            return "do once more what another card of your Store did, paying again what it asks for"
        case GainDie() | GainDieAny() | CopyDie() | FlipDieToGem() | HoldDie():
            return _dice(op, answer)
        case LookAhead(n):
            return f"look at the next {n} cards of the item deck at any time and put them in any order"
        case BuildFromDiscard(n):
            return f"build from the discard pile instead of the board, for {counted(n, 'gem')} more"
        case _:
            assert_never(op)


def spending(
    box: Box, verb: str, die_id: str, face: int, copied: str | None, copied_face: int, answer: str | None
) -> str:
    """`spend the fire die (Transmute), copying the earth die, to gain 2 earth mana`; the verb as the line needs it."""
    side = face_of(box, die_id, face)
    gives = side if copied is None else face_of(box, copied, copied_face)
    does, name = deeds(box, gives.effects, answer), shown(side)
    showing = "" if does == f"gain {name}" else f" ({name})"
    copying = f", copying the {die(copied)}," if copied is not None else ""
    return f"{verb} the {die(die_id)}{showing}{copying} to {does}"


def price(op: Pay) -> str:
    """What an ability costs beside exhausting its card: `pay 2 earth mana`."""
    return f"{_VERBS[type(op)]} {_price(op)}"


def paying(op: Pay) -> str:
    """The same as it is being done: `paying 2 earth mana`."""
    verb, space, rest = _VERBS[type(op)].partition(" ")
    return f"{verb.removesuffix('e')}ing{space}{rest} {_price(op)}"


_VERBS: dict[type, str] = {PayMana: "pay", PayGems: "pay", PayExpenditures: "give up", ExhaustOthers: "exhaust"}


def _price(op: Pay) -> str:
    match op:
        case PayMana():
            *exact, some = op.bag
            free = [f"{some} mana of any element{'s' if some > 1 else ''}"] if some else []
            return listed([mana(tuple(exact)), *free] if any(exact) else free)
        case PayGems():
            *exact, some = op.bag
            free = [f"{counted(some, 'gem')} of any element{'s' if some > 1 else ''}"] if some else []
            return listed([gems(tuple(exact)), *free] if any(exact) else free)
        case PayExpenditures(n):
            return f"spending {counted(n, 'die', 'dice')}"
        case ExhaustOthers(n):
            return counted(n, "other charged card")


def _mana_gained(op: GainMana | GainManaChoice | GainManaAny | GainManaAttached, answer: str | None) -> str:
    match op:
        case GainMana():
            return mana(op.bag)
        case GainManaChoice():
            options = takes(op)
            return mana(options[answer]) if answer is not None and answer in options else either(op)
        case GainManaAny(n):
            return f"{n} {answer} mana" if answer else f"{n} mana of any element"
        case GainManaAttached():
            return mana(bag_of(answer)) if answer else "1 mana for each attached gem, of that gem's element"


def _scoring(op: Score | OfferGem) -> str:
    match op:
        case GainPrestige(n):
            return f"score {n} prestige"
        case GainPrestigePerWand(n):
            return f"score {n} prestige for each wand already in your Store"
        case GainPrestigeBySymbols(symbols, n):
            return f"score {n} prestige for each element that {symbols} or more symbols on all your dice show"
        case GainPrestigeByWorkshop(charged, exhausted):
            return f"score {charged} prestige for each charged and {exhausted} for each exhausted card of your Workshop"
        case BuyPrestige("mana", most, n):
            return f"pay up to {most} more mana of any elements and score {n} prestige for each"
        case BuyPrestige(_, most, n):
            return f"pay up to {most} gems of different elements and score {n} prestige for each"
        case OfferGem(element, n):
            return f"let each other player give you 1 {element} gem, for which they score {n} prestige"


def _dice(op: GainDie | GainDieAny | CopyDie | FlipDieToGem | HoldDie, answer: str | None) -> str:
    match op:
        case GainDie(element):
            return f"gain {a(element)} die, rolled at once"
        case GainDieAny():
            return "take one more die of any kind"
        case CopyDie():
            return "gain what one of your other dice shows, ready or spent"
        case FlipDieToGem(element):
            which = f"the {die(answer)}" if answer else f"one of your {element} dice, ready or spent,"
            return f"turn {which} to {a(element)} gem"
        case HoldDie():
            return (
                "put one of your ready dice on this card in your turn, if none lies there: it is not rolled again "
                "until you take it off, which you may do at any time"
            )


def a(word: str) -> str:
    """`an earth`, `a fire`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
