"""One line of English per move: what it costs and does, as far as its player may know.

The odds of battles and the terms of trades are here too; the log and the table quote the terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec.structs import replace

from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.winds_of_numa_sera import moves as m, state as s
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Option, Use
from moothall.domain.winds_of_numa_sera.rules.battle import (
    Target,
    WayToRoll,
    attack_stat,
    defense_stat,
    sum_of,
    way_to_roll,
)
from moothall.domain.winds_of_numa_sera.rules.payment import battle_card_costs, default_payment, item_price, skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import residual, standing, stat, works_upgraded
from moothall.domain.winds_of_numa_sera.rules.turn import displaced_by
from moothall.domain.winds_of_numa_sera.text import components
from moothall.domain.winds_of_numa_sera.text.effects import (
    cost_text,
    line,
    name,
    names,
    option_text,
    percent,
    says,
    short,
    slot_name,
    tasks,
)

Chances = dict[int, float]
"""How often each number comes up."""

_KEPT = ("battle", "mythic", "pool")


def describe_move(move: m.AnyMove, state: s.State, reader: Reader) -> str:
    """What the move asks for."""
    box = box_of(state)
    match move:
        case m.ChooseKingdom(kingdom):
            return _kingdom(box, kingdom)
        case m.SetSuccession(order):
            heroes = (f"{short(box, hero)} ({components.stats(box.heroes[hero])})" for hero in order)
            return f"Line of succession: {', then '.join(heroes)}"
        case m.Explore():
            return _explore(box, _mover(state))
        case m.BuySkill() | m.BuyItem():
            return _purchase(move, _mover(state), box)
        case m.Equip(item):
            return _equip(box, _mover(state), item)
        case m.Use(source):
            return _use(box, _mover(state), source, standing(box, _mover(state).mat).uses[source])
        case m.AttemptTest(card):
            return _test(box, _mover(state), card)
        case m.HealFromCard(card, amount):
            return f"Heal {amount} Power with {amount} Capital from {name(box, card)}"
        case m.Build(block):
            return _build(box, _mover(state), block)
        case m.Attack():
            return attack_line(move, state, reader)
        case m.CommitBattle():
            return commit_line(move, state, reader)
        case m.Choose(_, option):
            assert state.pending is not None
            return choice_line(state.pending.choice, option, state, reader)
        case m.EndTurn():
            return f"End the turn without {'attacking' if state.turn.built else 'building'}"
        case m.OfferTrade() | m.CounterTrade() | m.WithdrawTrade() | m.AcceptTrade() | m.RejectTrade():
            return _deal(move, state, reader, box)
        case _:
            assert_never(move)


def _mover(state: s.State) -> s.Seat:
    return state.seats[state.turn.seat]


def _kingdom(box: Box, kingdom: str) -> str:
    found = box.kingdoms[kingdom]
    goal = box.conditions[found.favours]
    block = box.blocks[found.pre_ticked]
    heroes = listed(f"{short(box, hero)} ({components.stats(box.heroes[hero])})" for hero in found.heroes)
    return (
        f"Choose {found.name}, strongest as {goal.name} ({tasks(box, goal.conditions)}): "
        f"{found.start_capital} Capital, {counted(found.start_battle_cards, 'Battle Card')}, {block.name} "
        f"({line(components.block_does(box, block))}); heroes {heroes}"
    )


def _explore(box: Box, player: s.Seat) -> str:
    drawn = 1 + stat(box, player, "explore_draw")
    if drawn == 1:
        return "Explore: draw the top card of the Exploration deck"
    return f"Explore: draw {drawn} cards from the Exploration deck and choose one of them"


def _purchase(move: m.BuySkill | m.BuyItem, player: s.Seat, box: Box) -> str:
    if isinstance(move, m.BuyItem):
        price = _price(box, player, item_price(box, player, move.item), "item", move.payment)
        item = box.items[move.item]
        return f"Buy {item.name} for {price} ({slot_name(item.slots)}): {components.item_says(box, item)}"
    skill, level = box.skills[move.skill], standing(box, player.mat).levels[move.skill] + 1
    price = _price(box, player, skill_price(box, player, skill.id), f"skill_{skill.id}", move.payment)
    now, before = line(components.skill_does(box, skill, level)), line(components.skill_does(box, skill, level - 1))
    old = "" if level == 1 else f", as at level {level - 1}" if now == before else f", instead of {before}"
    also = f"; {line(says(box, skill.on_buy))}" if skill.on_buy else ""
    return f"Buy {skill.name} level {level} for {price}: {now}{old}{also}{_mastery(box, player, level)}"


def _mastery(box: Box, player: s.Seat, level: int) -> str:
    reached = [
        condition.name
        for condition in box.conditions.values()
        if condition.id not in player.conditions
        and any((each.pred, each.value) == ("best_skill_level", level) for each in condition.conditions)
    ]
    return f"; fulfils {listed(reached)}" if reached else ""


def _price(box: Box, player: s.Seat, price: int, purpose: str, named: dict[str, int] | None) -> str:
    """The price, and where it comes from unless that is the Treasury alone."""
    payment = default_payment(box, player, price, purpose)
    sources = {"credit": payment.credit, **payment.cards, "treasury": payment.treasury} if named is None else named
    parts = [f"{amount} from {_purse(box, source)}" for source, amount in sources.items() if amount]
    return f"{price} Capital" + (
        f" ({listed(parts)})" if [source for source, n in sources.items() if n] != ["treasury"] else ""
    )


def _purse(box: Box, source: str) -> str:
    return {"credit": "your credit", "treasury": "the Treasury"}.get(source) or short(box, source)


def _equip(box: Box, player: s.Seat, item: str) -> str:
    found = box.items[item]
    gives = line(components.item_does(box, found, works_upgraded(box, player.mat, item)))
    back = [_put_away(box, player, each) for each in displaced_by(box, player, item)]
    put_away = f"; back to your hand: {listed(back)}" if back else ""
    return f"Equip {found.name} ({slot_name(found.slots)}): {gives}{put_away}"


def _put_away(box: Box, player: s.Seat, item: str) -> str:
    does = line(components.item_does(box, box.items[item], works_upgraded(box, player.mat, item)))
    capital = player.purse.get(item, 0)
    return f"{name(box, item)} ({does}{f'; the {capital} Capital on it is lost' if capital else ''})"


def _use(box: Box, player: s.Seat, source: str, use: Use) -> str:
    does = line(says(box, use.effects))
    if use.roll_min is not None:
        does = f"with {roll_text(box, use.roll_min, stat(box, player, 'check_roll'))} {does}"
    cost = cost_text(use.cost)
    gone = {"always": "; it is discarded even if the roll fails", "success": "; then it is discarded"}
    return f"Use {name(box, source)}: {f'{cost}, ' if cost else ''}{does}{gone.get(use.discard, '')}"


def _test(box: Box, player: s.Seat, card: str) -> str:
    found = box.cards[card]
    assert found.test is not None
    asked_for = [cost_text(found.test.cost)] if found.test.cost else []
    if found.test.roll_min is not None:
        asked_for.append(f"with {roll_text(box, found.test.roll_min, stat(box, player, 'check_roll'))}")
    old = f"; {name(box, player.mat.blessing)} returns to your hand" if player.mat.blessing else ""
    gives = line(says(box, found.effects))
    return f"Take the test of {found.name}: {', '.join(asked_for)}; passed, it blesses your hero: {gives}{old}"


def _build(box: Box, player: s.Seat, block: str) -> str:
    found = box.blocks[block]
    lasting = "from now on, " if found.type == "ongoing" else ""
    again = " again" if block in player.mat.ticked else ""
    does = line(components.block_does(box, found))
    return f"Build {found.name}{again}: gain {residual(box, player)} Residual Capital; {lasting}{does}"


def _deal(
    move: m.OfferTrade | m.CounterTrade | m.WithdrawTrade | m.AcceptTrade | m.RejectTrade,
    state: s.State,
    reader: Reader,
    box: Box,
) -> str:
    match move:
        case m.CounterTrade(to):
            assert state.offer is not None
            return f"Answer with a counter-offer to {reader.who(to)}: {terms(move, state.offer.to, reader, box)}"
        case m.OfferTrade(to):
            return f"Offer {reader.who(to)} {terms(move, state.turn.seat, reader, box)}"
        case m.WithdrawTrade():
            return "Withdraw the offer"
        case m.RejectTrade():
            return "Reject the offer"
        case m.AcceptTrade(battle_cards):
            offer = state.offer
            assert offer is not None
            chosen = f" ({names(box, battle_cards)})" if battle_cards else ""
            goods = "".join(f". {text}" for text in goods_described(offer, box))
            return (
                f"Accept {reader.whose(offer.by)} offer: you get {terms(offer, offer.by, reader, box)}{chosen}{goods}"
            )
        case _:
            assert_never(move)


def attack_line(move: m.Attack, state: s.State, reader: Reader) -> str:
    """What is attacked, how likely a win is, and what it brings."""
    box, seat = box_of(state), state.turn.seat
    target = _target(move, state)
    staging = staged(state, seat, target)
    battle = staging.battle
    assert battle is not None
    return (
        f"Attack {_aim(box, state, target, battle, reader)}: your attack is {battle.attack}, before Battle Cards "
        f"{_chance(box, staging)}; {_stakes(box, staging, target)}"
    )


def _target(move: m.Attack, state: s.State) -> Target:
    if move.target_type == "hero":
        return Target("hero", "", int(move.target))
    holders = [index for index, seat in enumerate(state.seats) if move.target in seat.mat.strongholds]
    return Target(move.target_type, move.target, holders[0] if holders else -1)


def _aim(box: Box, state: s.State, target: Target, battle: s.Battle, reader: Reader) -> str:
    if target.aim == "independent":
        return f"{name(box, target.stronghold)} (independent, defense {battle.defense})"
    whose = reader.whose(target.defender)
    if target.aim == "stronghold":
        return f"{whose} {name(box, target.stronghold)} (defense {battle.defense} and a die)"
    power = state.seats[target.defender].power
    return f"{whose} hero {short(box, battle.heroes[1])} (defense {battle.defense} and a die, Power {power})"


def _chance(box: Box, staging: s.State) -> str:
    needed, chance = needed_roll(staging), attacker_wins(staging)
    if needed is None:
        return f"you win {percent(chance)} of the time"
    return f"you win with {roll_text(box, needed)}" if chance else "no roll is enough"


def _stakes(box: Box, staging: s.State, target: Target) -> str:
    """What the winner gains and the loser loses."""
    if target.aim == "hero":
        return "the loser's hero loses the difference in Power"
    stronghold = box.strongholds[target.stronghold]
    capital = stronghold.initial_capital
    if target.defender >= 0:
        capital = staging.seats[target.defender].purse.get(target.stronghold, 0)
    gains = f"{f'{capital} Capital, then ' if capital else ''}{line(components.stronghold_gives(box, stronghold))}"
    worst, power = worst_defeat(staging), staging.seats[staging.turn.seat].power
    risk = f"a defeat costs up to {worst} of your hero's {power} Power; " if worst else ""
    return f"{risk}a victory brings {gains}"


def commit_line(move: m.CommitBattle, state: s.State, reader: Reader) -> str:
    """What the cards cost and do, and how likely a win is with them."""
    box = box_of(state)
    seat = _committing(move, state, reader)
    odds = [] if seat is None else [_commit_odds(state, seat, move.cards)]
    if not move.cards:
        return ": ".join(["Commit no Battle Card", *odds])
    does = [
        (f"{short(box, card)}: " if len(move.cards) > 1 else "")
        + line(components.battle_card_does(box, box.cards[card]))
        for card in move.cards
    ]
    price = "" if seat is None else f" for {commit_price(box, state.seats[seat], move.cards)}"
    return f"Commit {names(box, move.cards)}{price}: {'; '.join([*does, *odds])}"


def commit_price(box: Box, player: s.Seat, cards: tuple[str, ...]) -> str:
    """What Battle Cards cost this player."""
    capital, power = battle_card_costs(box, player, cards)
    parts = [f"{amount} {what}" for amount, what in ((capital, "Capital"), (power, "Power")) if amount]
    return " and ".join(parts) or "nothing"


def _committing(move: m.CommitBattle, state: s.State, reader: Reader) -> int | None:
    """Whose commitment it is: the owner's of the cards, or the reader's."""
    assert state.battle is not None
    for seat in state.battle.sides:
        if seat == reader.you or any(card in state.seats[seat].hand for card in move.cards):
            return seat
    return None


def _commit_odds(state: s.State, seat: int, cards: tuple[str, ...]) -> str:
    battle = state.battle
    assert battle is not None
    chance = attacker_wins(playing(state, seat, cards))
    if seat != battle.attacker:
        chance = 1 - chance
    unknown = " if the enemy plays no card" if battle.defender >= 0 else ""
    return f"you win {percent(chance)} of the time{unknown}"


def staged(state: s.State, seat: int, target: Target) -> s.State:
    """The state as it would be if the seat attacked the target."""
    hero = state.seats[target.defender].hero if target.defender >= 0 else ""
    battle = s.Battle(
        attacker=seat,
        target_type=target.aim,
        stronghold=target.stronghold,
        defender=target.defender,
        attack=attack_stat(state, seat, target),
        defense=defense_stat(state, target),
        heroes=(state.seats[seat].hero, hero),
    )
    return replace(state, battle=battle)


def playing(state: s.State, seat: int, cards: tuple[str, ...]) -> s.State:
    """The state as it would be if the seat alone played these Battle Cards in the open battle."""
    assert state.battle is not None
    side = "attacker_cards" if seat == state.battle.attacker else "defender_cards"
    return replace(state, battle=replace(state.battle, **{side: cards}))


def attacker_wins(state: s.State) -> float:
    """The attacker's chance in this battle, with the cards that lie open."""
    battle = state.battle
    assert battle is not None
    lead = battle.attack + sum_of(state, battle.attacker, "score") - battle.defense
    own = _rolls(state, battle.attacker)
    theirs = {0: 1.0}
    if battle.defender >= 0:
        lead -= sum_of(state, battle.defender, "score")
        theirs = _rolls(state, battle.defender)
    return sum(p * q for mine, p in own.items() for other, q in theirs.items() if lead + mine >= other)


def needed_roll(state: s.State) -> int | None:
    """What one die must show against an independent Stronghold; None where more than that decides."""
    battle = state.battle
    assert battle is not None
    if battle.defender >= 0 or way_to_roll(state, battle.attacker) != WayToRoll(0):
        return None
    return battle.defense - battle.attack - sum_of(state, battle.attacker, "score")


def worst_defeat(state: s.State) -> int:
    """What a lost battle for a Stronghold can cost the attacker's hero, by the dice alone."""
    battle = state.battle
    assert battle is not None
    attacker, defender = battle.attacker, battle.defender
    against = battle.defense
    dealt = sum_of(state, attacker, "damage_taken")
    if defender >= 0:
        against += sum_of(state, defender, "score") + max(_rolls(state, defender))
        dealt += sum_of(state, defender, "damage_dealt")
    lost = against - battle.attack - sum_of(state, attacker, "score") - min(_rolls(state, attacker))
    return max(lost + dealt, 0) if lost > 0 else 0


def _rolls(state: s.State, seat: int) -> Chances:
    way, die = way_to_roll(state, seat), box_of(state).die
    if way.card:
        return {way.value: 1.0}
    if not way.advantage:
        return _spread(die)
    keep = max if way.advantage > 0 else min
    return _spread([keep(one, two) for one in die for two in die])


def _spread(rolls: Iterable[int]) -> Chances:
    found = list(rolls)
    return {roll: found.count(roll) / len(found) for roll in found}


def roll_text(box: Box, least: int, bonus: int = 0) -> str:
    """What the die must show, and how often it does: `a roll of +2 or more (33 %)`."""
    good = [face for face in box.die if face + bonus >= least]
    if len(good) == len(box.die):
        return "any roll"
    if not good:
        return "no roll"
    last = " or more" if len(good) > 1 else ""
    return f"a roll of {min(good):+d}{last} ({percent(len(good) / len(box.die))})"


def choice_line(choice: s.Choice, option: str, state: s.State, reader: Reader) -> str:
    """What answering the choice so does."""
    box, player = box_of(state), state.seats[choice.seat]
    match choice:
        case s.PickExplored():
            verb = "Keep" if box.kind_of(option) in _KEPT else "Explore"
            return f"{verb} {components.met(box, option)}"
        case s.AcceptMaven(card=card):
            return _maven(box, player, card, option)
        case s.ChooseOption(host=host, key=key):
            chosen = next(each for each in box.effects[key].options if each.label == option)
            does = option_text(box, felt(box, player, host, chosen))
            return f"{name(box, host)}: {does}{_falls(box, player, host, chosen)}"
        case s.DiscardOne():
            return f"Discard {components.described(box, option)}"
        case s.TakeOne():
            return f"Take from the discard pile {components.described(box, option)}"
        case s.StealItem(enemy=enemy):
            return f"Take from {reader.who(enemy)} {components.described(box, option)}"
        case s.DrainOne(host=host, amount=amount):
            return f"{name(box, host)}: {_drained(box, state, int(option), amount, reader)}"
        case s.UpgradeOne():
            return f"Upgrade the {slot_name((option,))}: {_upgraded(box, player, option)}"
        case s.UnlockOne():
            return f"Unlock {name(box, option)}: {line(says(box, box.classes[option].effects))}"
        case _:
            assert_never(choice)


def _maven(box: Box, player: s.Seat, card: str, option: str) -> str:
    found = box.cards[card]
    if option == "accept":
        return f"Accept {name(box, card)} into your Inner Circle: {line(components.maven_does(box, found))}"
    extra = stat(box, player, "maven_reject")
    more = f"; gain {extra} more Capital" if extra else ""
    return f"Reject {name(box, card)}: {line(says(box, found.reject))}{more}"


def felt(box: Box, player: s.Seat, host: str, option: Option) -> Option:
    """The option as this player would feel it: what a Hazard takes is changed by the cards in play."""
    return replace(option, effects=tuple(_felt(box, player, host, option.effects)))


def _felt(box: Box, player: s.Seat, host: str, effects: Iterable[Effect]) -> Iterable[Effect]:
    change = stat(box, player, "hazard_damage") if box.kind_of(host) == "hazard" else 0
    for effect in effects:
        if effect.op == "lose_power":
            yield replace(effect, amount=max(effect.amount + change, 0))
        else:
            yield effect


def _falls(box: Box, player: s.Seat, host: str, option: Option) -> str:
    lost = sum(effect.amount for effect in felt(box, player, host, option).effects if effect.op == "lose_power")
    return ", which your hero does not survive" if lost >= player.power else ""


def _drained(box: Box, state: s.State, seat: int, amount: int, reader: Reader) -> str:
    player = state.seats[seat]
    left = max(player.power - amount, box.limits.drain_floor)
    return f"{reader.whose(seat)} hero {short(box, player.hero)} falls from {player.power} to {left} Power"


def _upgraded(box: Box, player: s.Seat, slot: str) -> str:
    """What the upgrade does to what is worn there."""
    worn: Sequence[str] = [item for item in player.mat.items if slot in box.items[item].slots and box.items[item].cost]
    if not worn:
        return "no Item that it improves is worn there yet"
    item = box.items[worn[0]]
    missing = [each for each in item.slots if each not in (*player.mat.upgraded, slot)]
    if missing:
        return f"{item.name} needs the {slot_name(missing)} upgraded too"
    now, before = line(components.item_does(box, item, True)), line(components.item_does(box, item, False))
    return f"{item.name} gives {now} instead of {before}"


def terms(offer: m.OfferTrade | s.Offer, by: int, reader: Reader, box: Box) -> str:
    """Both sides of an offer."""
    against = "for" if offer.give_pledge == "none" else "in return for"
    return f"{_given(offer, by, reader, box)} {against} {_asked(offer, by, reader, box)}"


def _given(offer: m.OfferTrade | s.Offer, by: int, reader: Reader, box: Box) -> str:
    """What the one who offers gives."""
    cards, hidden = list(offer.give_cards), 0
    if isinstance(offer, s.Offer):
        cards += offer.give_hidden
        hidden = offer.hidden - len(offer.give_hidden)
    goods = _goods(box, cards, offer.give_capital, offer.give_power, hidden)
    if offer.give_pledge != "none":
        named = offer.give_pledge_target_type, offer.give_pledge_target, offer.give_pledge_turns
        partner = _them(offer.to, reader)
        goods.append(f"{reader.their(by)} promise {_promise(offer.give_pledge, *named, partner, reader, box)}")
    return listed(goods)


def _asked(offer: m.OfferTrade | s.Offer, by: int, reader: Reader, box: Box) -> str:
    """What the partner gives."""
    cards, hidden = list(offer.get_cards), 0
    if isinstance(offer, s.Offer):
        cards += offer.get_hidden
        hidden = offer.hidden_asked - len(offer.get_hidden)
    goods = _goods(box, cards, offer.get_capital, offer.get_power, hidden)
    if offer.get_battle_cards:
        goods.append(f"{counted(offer.get_battle_cards, 'Battle Card')} of {reader.their(offer.to)} choice")
    if offer.get_pledge != "none":
        named = offer.get_pledge_target_type, offer.get_pledge_target, offer.get_pledge_turns
        partner = reader.who(by)
        goods.append(f"{reader.their(offer.to)} promise {_promise(offer.get_pledge, *named, partner, reader, box)}")
    return listed(goods)


def goods_described(offer: s.Offer, box: Box) -> list[str]:
    """What the cards of an offer do, as far as the reader may see them."""
    cards = (*offer.give_cards, *offer.give_hidden, *offer.get_cards, *offer.get_hidden)
    return [_described(box, card) for card in cards if not box.skill_of(card)]


def _described(box: Box, card: str) -> str:
    if card in box.strongholds:
        return f"{name(box, card)} (Stronghold): {line(components.stronghold_gives(box, box.strongholds[card]))}"
    return components.described(box, card)


def pledged(pledge: s.Pledge, reader: Reader, box: Box) -> str:
    """A promise that was made, with whom it was made to: `Ben to attack Cleo once`."""
    partner = reader.who(pledge.to)
    named = pledge.target_type, pledge.target, pledge.turns
    if pledge.kind == "truce" and pledge.seat == pledge.to:
        return _promise(pledge.kind, *named, partner, reader, box)
    return f"{partner} {_promise(pledge.kind, *named, partner, reader, box)}"


def _promise(
    kind: str, target_type: str, target: str | None, turns: int, partner: str, reader: Reader, box: Box
) -> str:
    """What is promised; a truce that names nobody spares the partner."""
    if kind == "truce":
        spared = partner if target is None else reader.who(int(target))
        return f"not to attack {spared} for {counted(turns, 'turn')}"
    often = "once" if turns == 1 else f"in each of {turns} turns"
    return f"to attack {_promised_target(target_type, target or '', reader, box)} {often}"


def _promised_target(target_type: str, target: str, reader: Reader, box: Box) -> str:
    match target_type:
        case "player":
            return reader.who(int(target))
        case "hero":
            return f"{reader.whose(int(target))} hero"
        case "stronghold":
            return name(box, target)
        case _:
            return f"the independent Stronghold {name(box, target)}"


def _them(seat: int, reader: Reader) -> str:
    """Where the seat was just named."""
    return "you" if seat == reader.you else "them"


def _goods(box: Box, cards: Iterable[str], capital: int, power: int, hidden: int) -> list[str]:
    goods = [_card(box, card) for card in cards]
    goods += [f"{capital} Capital"] if capital else []
    goods += [f"{power} Power"] if power else []
    return goods + ([counted(hidden, "hidden card")] if hidden else [])


def _card(box: Box, card: str) -> str:
    if not box.skill_of(card):
        return short(box, card)
    called = name(box, card)
    return f"{'an' if called[0] in 'AEIOU' else 'a'} {called} card"
