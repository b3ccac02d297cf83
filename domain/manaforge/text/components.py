"""The text of every component, made from its data; what effects cost and do; names and amounts; the glossary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import assert_never

from moothall.domain.core.bag import Bag, plus
from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.manaforge import content
from moothall.domain.manaforge.content import ops
from moothall.domain.manaforge.rules import mana_of
from moothall.domain.manaforge.state import ELEMENTS, NOTHING, Seat

_ORDINALS = ("", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth ")

_TOKENS = {
    "gem": "Pays 1 mana of its element for anything, or is attached to a Workshop card to unlock an ability. Kept "
    "until it is used.",
    "gem_card": "Stands for gems when the tokens run out.",
    "prism": "Exchanged for 1 gem of any element at any time in your turn. No gem itself: it pays nothing.",
}

_VERBS: dict[type, str] = {
    ops.PayMana: "pay",
    ops.PayGems: "pay",
    ops.PayExpenditures: "give up",
    ops.ExhaustOthers: "exhaust",
}

GLOSSARY = {
    "asked": "The seats that may give a gem.",
    "at": "The number of the card's effect that asks, from 0.",
    "away": "The talents that are dealt to nobody; hidden from all.",
    "away_count": "How many talents are dealt to nobody.",
    "card": "An item card.",
    "cards": "Item cards, in their order.",
    "category": "Where prestige is counted, as in the score sheet.",
    "choice": "The question that is asked or answered.",
    "copied_face": "The number of the face that is copied; 0 if none is.",
    "copy": "The other die that Transmute copies.",
    "count": "How many cards.",
    "deck": "The item deck, its top card first; hidden from all.",
    "dice": "The dice that are rolled, in the order of their faces.",
    "die": "A die of the seat, by its id: `earth_1`.",
    "element": "The element of the gem, or of the mana that is paid.",
    "exhaust": "The cards to exhaust, ids joined by `+`.",
    "expenditures": "How many dice may be spent in the turn.",
    "face": "The number of a face, from 1.",
    "faces": "The numbers of the faces rolled, by die.",
    "gem": "The element of which Gem Copy gives another gem.",
    "gems": "Gems, by element.",
    "gift": "What is given: `none`, `gem` or `prism`.",
    "gifts": "What is given, by the order of `seats`: `none`, `gem` or `prism`.",
    "kind": "The kind of die: an element, or `arcane`.",
    "level": "The level of the ability that is used, from 0.",
    "mana": "Mana of the reserve, by element.",
    "n": "How many.",
    "packets": "The talents to pick from, by seat; empty where they are hidden.",
    "pile": "Where the card lay: `board` or `discard`.",
    "position": "The place in the item deck, from 1 for its top card.",
    "prism": "Whether a prism was exchanged for the gem.",
    "ranking": "Seats, best first, equal ones together.",
    "round": "The number of the round, from 1.",
    "seat": "The number of a seat, from 0.",
    "seats": "The seats that were asked.",
    "sheets": "What every seat did in the round, by seat.",
    "source": "The die, card or talent that it comes from or is paid to.",
    "standings": "Seats, best first, equal ones together.",
    "take": "The mana chosen: an element, or several joined by `+`.",
    "talent": "A talent.",
    "talents": "The talents kept; by seat where it is for all.",
    "target": "The exhausted card to recharge.",
    "to": "The seat that gets it, or by seat who gets the rest of its packet.",
    "unused": "The item cards put away; hidden from all.",
    "unused_count": "How many item cards are put away.",
    "value": "The answer.",
}

Score = (
    ops.GainPrestige
    | ops.GainPrestigePerWand
    | ops.GainPrestigeBySymbols
    | ops.GainPrestigeByWorkshop
    | ops.BuyPrestige
)

# What every component costs and does.


def component_texts(edition: int) -> Mapping[str, Mapping[str, str]]:
    """Every list of the content file, and the faces of the dice."""
    box = content.box_at(edition)
    return {
        "items": {item.id: item_text(box, item) for item in box.items.values()},
        "talents": {talent.id: talent_text(box, talent) for talent in box.talents.values()},
        "dice": {die.id: _die_text(die) for die in box.dice.values()},
        "faces": {face.id: f"{sentence(face_text(box, face))}." for die in box.dice.values() for face in die.faces},
        "elements": {element.id: _element_text(element) for element in box.elements},
        "tokens": {token.id: _token_text(token) for token in box.tokens},
        "player_counts": {each.id: _players_text(each) for each in box.player_counts},
        "ops": {name: " ".join((op.__doc__ or "").split()) for name, op in ops.OPS.items()},
    }


def item_text(box: content.Box, item: content.Item) -> str:
    """Kind, cost, and what it does."""
    return f"{sentence(_kind_of(item))}. Cost {cost(item.cost.bag)}. {does_text(box, item)}"


def _kind_of(item: content.Item) -> str:
    """`fire Workshop card`, `wind Store card, a wand`."""
    return f"{item.element} {item.kind.title()} card{', a wand' if item.wand else ''}"


def does_text(box: content.Box, item: content.Item) -> str:
    """What a card does, and when."""
    if item.kind == "store":
        return f"When built: {deeds(box, item.effects)}."
    lines = [_ability_text(box, item, ability, first=not i) for i, ability in enumerate(item.abilities)]
    return " ".join(f"{sentence(line)}." for line in lines)


def _ability_text(box: content.Box, item: content.Item, ability: content.Ability, *, first: bool = True) -> str:
    """One line of a Workshop card; only the first has to say that the card is exhausted."""
    needs = [f"with {_attached(item.slots[: ability.level])} attached"] if ability.level else []
    pay = " and ".join([*(["exhaust"] if first else []), *map(price, ability.pay)])
    pay = pay.replace("exhaust and exhaust", "exhaust this and")
    return f"{', '.join([*needs, *([pay] if pay else [])])}: {deeds(box, ability.effects)}"


def _attached(slots: Sequence[str]) -> str:
    """`1 earth gem`, `2 gems of any elements`."""
    return listed(
        counted(n, f"{slot} gem") if slot != "any" else f"{counted(n, 'gem')} of any element{'s' if n > 1 else ''}"
        for slot, n in Counter(slots).items()
    )


def talent_text(box: content.Box, talent: content.Talent) -> str:
    """When it works, what it does, and the die it brings."""
    brings = f"Brings {a(talent.die)} die." if talent.die != "none" else "Brings no die."
    return f"{sentence(power_text(box, talent))}. {brings}"


def power_text(box: content.Box, talent: content.Talent) -> str:
    """When a talent works and what it does."""
    does = deeds(box, talent.effects)
    match talent.when:
        case "setup":
            return f"at the start of the game: {does}"
        case "after_build":
            return f"after you build {a(talent.element)} item: {does}"
        case "standing":
            return f"you may {does}"
        case "activate":
            often = "any number of times in your turn" if not talent.limit else "once per turn"
            if talent.limit > 1:
                often = f"{talent.limit} times per turn"
            return f"{often}: {' and '.join(map(price, talent.pay))}{' to ' if talent.pay else ''}{does}"


def face_text(box: content.Box, face: content.Face) -> str:
    """What spending the die on this side does."""
    return deeds(box, face.effects)


def _die_text(die: content.DieKind) -> str:
    sides = Counter(shown(face) for face in die.faces)
    faces = listed(f"{name}{' (twice)' if n == 2 else ''}" for name, n in sides.items())
    return f"{die.count} in the box. Its sides: {faces}."


def _element_text(element: content.ElementKind) -> str:
    if not element.mana:
        return "Of dice and item cards only: there is no such mana and no such gem."
    return f"Of mana, gems, dice and item cards. Beside {listed(element.neighbours)}, opposed to {element.opposed}."


def _token_text(token: content.Token) -> str:
    supply = "" if token.limited else ", and there are always enough"
    return f"{_TOKENS[token.id]} {token.count} in the box{supply}."


def _players_text(each: content.PlayerCount) -> str:
    return (
        f"{each.players} players: {each.talents_dealt} talents are dealt in the draft, {each.talents_unused} stay in "
        f"the box; at least {each.board_cards_left_min} item cards are left on the board after each round."
    )


# What an operation costs or does, in words that fit behind "you may" and "to": `pay 1 gem`, `score 3 prestige`.


def deeds(box: content.Box, effects: Sequence[ops.AnyOp], answer: str | None = None) -> str:
    """Several effects after each other; `answer` is what was chosen where one of them asks."""
    tokens = NOTHING
    words: list[str] = []
    for op in effects:
        if isinstance(op, ops.GainGems):
            tokens = plus(tokens, mana_of(op.element, op.n))
        elif isinstance(op, ops.GainPrestigePerWand) and words:
            words.append(f"{op.n} more for each wand already in your Store")
        else:
            words.append(_deed(box, op, answer))
    return listed([f"gain {gems(tokens)}", *words] if any(tokens) else words)


def _deed(box: content.Box, op: ops.AnyOp, answer: str | None = None) -> str:
    """One operation in the plain form of its verb."""
    match op:
        case ops.PayMana() | ops.PayGems() | ops.PayExpenditures() | ops.ExhaustOthers():
            return price(op)
        case ops.GainMana() | ops.GainManaChoice() | ops.GainManaAny() | ops.GainManaAttached():
            return f"gain {_mana_gained(op, answer)}"
        case ops.GainGems(element, n):
            return f"gain {counted(n, f'{element} gem')}"
        case ops.GainGemsOfPaid(n):
            return f"gain {counted(n, f'{answer} gem')}" if answer else f"gain {n} gems of the element paid"
        case ops.CopyGem():
            return f"gain another {answer} gem" if answer else "gain another gem of an element of which you own one"
        case ops.GainPrisms(n):
            return f"gain {counted(n, 'prism')}"
        case (
            ops.GainPrestige()
            | ops.GainPrestigePerWand()
            | ops.GainPrestigeBySymbols()
            | ops.GainPrestigeByWorkshop()
            | ops.BuyPrestige()
            | ops.OfferGem()
        ):
            return _scoring(op)
        case ops.Recharge(scope):
            other = "another" if scope == "other" else "one"
            return f"recharge {card(box, answer) if answer else f'{other} exhausted card of your Workshop'}"
        case ops.AddExpenditures(n):
            return f"spend {counted(n, 'more die', 'more dice')} this turn"
        case ops.CopyStoreCard():
            return "do once more what another card of your Store did, paying again what it asks for"
        case ops.GainDie() | ops.GainDieAny() | ops.CopyDie() | ops.FlipDieToGem() | ops.HoldDie():
            return _dice(op, answer)
        case ops.LookAhead(n):
            return f"look at the next {n} cards of the item deck at any time and put them in any order"
        case ops.BuildFromDiscard(n):
            return f"build from the discard pile instead of the board, for {counted(n, 'gem')} more"
        case _:
            assert_never(op)


def spending(
    box: content.Box, verb: str, die_id: str, face: int, copied: str | None, copied_face: int, answer: str | None
) -> str:
    """`spend the fire die (Transmute), copying the earth die, to gain 2 earth mana`; the verb as the line needs it."""
    side = face_of(box, die_id, face)
    gives = side if copied is None else face_of(box, copied, copied_face)
    does, name = deeds(box, gives.effects, answer), shown(side)
    showing = "" if does == f"gain {name}" else f" ({name})"
    copying = f", copying the {die(copied)}," if copied is not None else ""
    return f"{verb} the {die(die_id)}{showing}{copying} to {does}"


def price(op: ops.Pay) -> str:
    """What an ability costs beside exhausting its card: `pay 2 earth mana`."""
    return f"{_VERBS[type(op)]} {_price(op)}"


def paying(op: ops.Pay) -> str:
    """The same as it is being done: `paying 2 earth mana`."""
    verb, space, rest = _VERBS[type(op)].partition(" ")
    return f"{verb.removesuffix('e')}ing{space}{rest} {_price(op)}"


def _price(op: ops.Pay) -> str:
    match op:
        case ops.PayMana():
            *exact, some = op.bag
            free = [f"{some} mana of any element{'s' if some > 1 else ''}"] if some else []
            return listed([mana(tuple(exact)), *free] if any(exact) else free)
        case ops.PayGems():
            *exact, some = op.bag
            free = [f"{counted(some, 'gem')} of any element{'s' if some > 1 else ''}"] if some else []
            return listed([gems(tuple(exact)), *free] if any(exact) else free)
        case ops.PayExpenditures(n):
            return f"spending {counted(n, 'die', 'dice')}"
        case ops.ExhaustOthers(n):
            return counted(n, "other charged card")


def _mana_gained(
    op: ops.GainMana | ops.GainManaChoice | ops.GainManaAny | ops.GainManaAttached, answer: str | None
) -> str:
    match op:
        case ops.GainMana():
            return mana(op.bag)
        case ops.GainManaChoice():
            options = ops.takes(op)
            return mana(options[answer]) if answer is not None and answer in options else _either(op)
        case ops.GainManaAny(n):
            return f"{n} {answer} mana" if answer else f"{n} mana of any element"
        case ops.GainManaAttached():
            return mana(bag_of(answer)) if answer else "1 mana for each attached gem, of that gem's element"


def _scoring(op: Score | ops.OfferGem) -> str:
    match op:
        case ops.GainPrestige(n):
            return f"score {n} prestige"
        case ops.GainPrestigePerWand(n):
            return f"score {n} prestige for each wand already in your Store"
        case ops.GainPrestigeBySymbols(symbols, n):
            return f"score {n} prestige for each element that {symbols} or more symbols on all your dice show"
        case ops.GainPrestigeByWorkshop(charged, exhausted):
            return f"score {charged} prestige for each charged and {exhausted} for each exhausted card of your Workshop"
        case ops.BuyPrestige("mana", most, n):
            return f"pay up to {most} more mana of any elements and score {n} prestige for each"
        case ops.BuyPrestige(_, most, n):
            return f"pay up to {most} gems of different elements and score {n} prestige for each"
        case ops.OfferGem(element, n):
            return f"let each other player give you 1 {element} gem, for which they score {n} prestige"


def _dice(op: ops.GainDie | ops.GainDieAny | ops.CopyDie | ops.FlipDieToGem | ops.HoldDie, answer: str | None) -> str:
    match op:
        case ops.GainDie(element):
            return f"gain {a(element)} die, rolled at once"
        case ops.GainDieAny():
            return "take one more die of any kind"
        case ops.CopyDie():
            return "gain what one of your other dice shows, ready or spent"
        case ops.FlipDieToGem(element):
            which = f"the {die(answer)}" if answer else f"one of your {element} dice, ready or spent,"
            return f"turn {which} to {a(element)} gem"
        case ops.HoldDie():
            return (
                "put one of your ready dice on this card in your turn, if none lies there: it is not rolled again "
                "until you take it off, which you may do at any time"
            )


# Names and amounts.


def card(box: content.Box, card_id: str) -> str:
    """A card's name; what is unknown stays as it was written."""
    item = box.items.get(card_id)
    return item.name if item else card_id


def talent(box: content.Box, talent_id: str) -> str:
    """A talent's name."""
    found = box.talents.get(talent_id)
    return found.name if found else talent_id


def source(box: content.Box, source_id: str) -> str:
    """The name of a card or talent."""
    return card(box, source_id) if source_id in box.items else talent(box, source_id)


def die(die_id: str) -> str:
    """`earth_1` is the earth die, `earth_2` the second earth die."""
    kind, _, number = die_id.rpartition("_")
    if not number.isdecimal() or not 1 <= int(number) <= len(_ORDINALS):
        return die_id
    return f"{_ORDINALS[int(number) - 1]}{kind} die"


def die_showing(box: content.Box, owner: Seat, die_id: str) -> str:
    """`earth die (2 earth mana)`; without the face where it is not known."""
    found = owner.die(die_id)
    if found is None or not found.face:
        return die(die_id)
    return f"{die(die_id)} ({shown(face_of(box, die_id, found.face))})"


def face_of(box: content.Box, die_id: str, face: int) -> content.Face:
    """The side of this die with this number."""
    return box.dice[die_id.rpartition("_")[0]].faces[face - 1]


def shown(face: content.Face) -> str:
    """What a side of a die shows."""
    match face.effect:
        case ops.GainGems(element, n):
            return counted(n, f"{element} gem")
        case ops.GainMana() as op:
            return mana(op.bag)
        case ops.GainManaChoice(options) as op if all(sum(option.bag) == 1 for option in options):
            return _either(op)
        case _:
            return face.id.replace("_", " ").title()


def _either(op: ops.GainManaChoice) -> str:
    """`1 earth or 1 fire mana`, `1 earth and 1 wind mana, or 1 fire and 1 water mana`."""
    if all(sum(option.bag) == 1 for option in op.options):
        return f"{' or '.join(_amounts(option.bag) for option in op.options)} mana"
    return ", or ".join(mana(option.bag) for option in op.options)


def mana(bag: Bag) -> str:
    """`2 earth and 1 fire mana`."""
    return f"{_amounts(bag)} mana"


def gems(bag: Bag) -> str:
    """`1 fire gem`, `1 earth and 1 fire gem`, `2 earth gems`."""
    *_, last = [n for n in bag if n] or [0]
    return f"{_amounts(bag)} gem{'' if last == 1 else 's'}"


def payment(mana_paid: Bag, gems_paid: Bag) -> str:
    """`2 earth mana and 1 fire gem`."""
    parts = [mana(mana_paid)] if any(mana_paid) else []
    return listed([*parts, gems(gems_paid)] if any(gems_paid) else parts)


def cost(bag: Bag) -> str:
    """A cost of mana: `2 earth and 1 any`."""
    return listed(f"{n} {name}" for name, n in zip((*ELEMENTS, "any"), bag, strict=True) if n)


def bag_of(text: str) -> Bag:
    """One of each element that the text joins."""
    elements = text.split("+")
    return tuple(elements.count(element) for element in ELEMENTS)


def a(word: str) -> str:
    """`an earth`, `a fire`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _amounts(bag: Bag) -> str:
    return listed((f"{n} {element}" for element, n in zip(ELEMENTS, bag, strict=True) if n), "no")
