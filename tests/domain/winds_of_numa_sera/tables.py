"""Tables to start a test from: a game set up by its own rules, then arranged card by card."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from moothall.domain.core.title import AnyTitle
from moothall.domain.winds_of_numa_sera import WINDS_OF_NUMA_SERA
from moothall.domain.winds_of_numa_sera.content import EDITIONS, box_at
from moothall.domain.winds_of_numa_sera.moves import Build, ChooseKingdom, SetSuccession
from moothall.domain.winds_of_numa_sera.state import SLOTS, Mat, Options, Pledge, Setting, State
from tests.support.scenes import Scene, Scripted, given

WINDS = cast(AnyTitle, WINDS_OF_NUMA_SERA)

BOX = box_at(max(EDITIONS))
"""The components of the newest edition, which new games are played with."""

NO_SLOTS = ("", "", "", "", "")


def lined_up(kingdom: str, hero: str) -> tuple[str, ...]:
    """The kingdom's line with this hero active."""
    heroes = BOX.kingdoms[kingdom].heroes
    return (hero, *(each for each in heroes if each != hero))


def drafted(*kingdoms: str, setting: Setting = "throne", seat_bonus: bool = False, edition: int | None = None) -> Scene:
    """All kingdoms are chosen, seat 0 is the first player, no line is set."""
    options = Options(setting, seat_bonus=seat_bonus)
    draw = Scripted({"first-player": 0})
    scene = Scene(WINDS, WINDS.new(len(kingdoms), options, draw, edition=edition).state)
    for seat in reversed(range(len(kingdoms))):
        if not scene.state.seats[seat].mat.kingdom:
            scene = scene.when(seat, ChooseKingdom(kingdoms[seat]))
    return scene


def start(*heroes: str, setting: Setting = "throne") -> State:
    """Round 1, the turn of seat 0; the named heroes are active. All hands are empty: their cards lie under the deck."""
    kingdoms = [BOX.heroes[hero].kingdom for hero in heroes]
    scene = drafted(*kingdoms, setting=setting)
    for seat, hero in enumerate(heroes):
        scene = scene.when(seat, SetSuccession(lined_up(kingdoms[seat], hero)))
    state: State = scene.state
    for seat in range(len(heroes)):
        state = replace(state, deck=state.deck + state.seats[seat].hand).with_seat(seat, hand=(), purse={})
    return state


def explored(state: State) -> State:
    """Phase 2 is open."""
    return replace(state, phase=replace(state.turn, explored=True))


def pull(state: State, card: str) -> State:
    """The state without a card, wherever it lay."""

    def rest(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in cards if each != card)

    state = replace(
        state,
        deck=rest(state.deck),
        discard=rest(state.discard),
        forge_deck=rest(state.forge_deck),
        forge=rest(state.forge),
        stronghold_deck=rest(state.stronghold_deck),
        strongholds=rest(state.strongholds),
        colleges={skill: rest(cards) for skill, cards in state.colleges.items()},
    )
    for index, seat in enumerate(state.seats):
        mat = replace(
            seat.mat,
            skills=rest(seat.mat.skills),
            mavens=rest(seat.mat.mavens),
            slots=tuple("" if each == card else each for each in seat.mat.slots),
            strongholds=rest(seat.mat.strongholds),
            blessing="" if seat.mat.blessing == card else seat.mat.blessing,
        )
        state = state.with_seat(index, mat=mat, hand=rest(seat.hand), known=rest(seat.known))
    return state


def _in_game(state: State, stronghold: str) -> bool:
    held = (card for seat in state.seats for card in seat.mat.strongholds)
    return stronghold in (*state.stronghold_deck, *state.strongholds, *held)


def _drop_stronghold(state: State, keep: tuple[str, ...] = ()) -> State:
    """One Stronghold of the deck leaves the game, to make room for one that was not drawn."""
    spare = [card for card in (*state.stronghold_deck, *state.strongholds) if card not in keep]
    return pull(state, spare[0])


def hand(state: State, seat: int, *cards: str, known: bool = False) -> State:
    """These cards lie in the seat's hand."""
    for card in cards:
        state = pull(state, card)
        player = state.seats[seat]
        seen = known or BOX.kind_of(card) == "item"
        state = state.with_seat(seat, hand=(*player.hand, card), known=(*player.known, card) if seen else player.known)
    return state


def play(state: State, seat: int, *cards: str) -> State:
    """These cards lie in play before the seat, each where it belongs."""
    for card in cards:
        if BOX.kind_of(card) == "stronghold" and not _in_game(state, card):
            state = _drop_stronghold(state)
        state = pull(state, card)
        mat: Mat = state.seats[seat].mat
        match BOX.kind_of(card):
            case "maven":
                state = state.with_mat(seat, mavens=(*mat.mavens, card))
            case "skill":
                state = state.with_mat(seat, skills=(*mat.skills, card))
            case "stronghold":
                state = state.with_mat(seat, strongholds=(*mat.strongholds, card))
            case "pool":
                state = state.with_mat(seat, blessing=card)
            case _:
                slots = list(mat.slots)
                for slot in BOX.items[card].slots:
                    slots[SLOTS.index(slot)] = card
                state = state.with_mat(seat, slots=tuple(slots))
    return state


def skilled(state: State, seat: int, **levels: int) -> State:
    """The seat holds so many cards of each type, taken from the colleges."""
    for skill, level in levels.items():
        for _ in range(level):
            state = play(state, seat, state.colleges[skill][0])
            assert BOX.skill_of(state.seats[seat].mat.skills[-1]) == skill
    return state


def ticked(state: State, seat: int, *blocks: str) -> State:
    """These blocks are ticked too."""
    return state.with_mat(seat, ticked=(*state.seats[seat].mat.ticked, *blocks))


def top(state: State, *cards: str) -> State:
    """These cards lie on top of the Exploration deck, the first uppermost."""
    for card in cards:
        state = pull(state, card)
    return replace(state, deck=cards + state.deck)


def only(state: State, *cards: str) -> State:
    """The Exploration deck holds these cards; the others lie in the discard pile."""
    state = top(state, *cards)
    return replace(state, deck=cards, discard=state.discard + state.deck[len(cards) :])


def discarded(state: State, *cards: str) -> State:
    """These cards lie in the discard pile."""
    for card in cards:
        state = pull(state, card)
    return replace(state, discard=state.discard + cards)


def shown(state: State, *strongholds: str) -> State:
    """These Strongholds are the independent ones that lie face up."""
    for stronghold in strongholds:
        if not _in_game(state, stronghold):
            state = _drop_stronghold(state, strongholds)
    for stronghold in strongholds:
        state = pull(state, stronghold)
    rest = (*state.strongholds, *state.stronghold_deck)
    return replace(state, strongholds=strongholds, stronghold_deck=rest)


def forged(state: State, *items: str) -> State:
    """These Items lie face up at the World Forge."""
    for item in items:
        state = pull(state, item)
    return replace(state, forge=items, forge_deck=(*state.forge, *state.forge_deck))


def slew(state: State, slayer: int, *heroes: str) -> State:
    """The slayer holds these heroes, which are gone from their lines."""
    for hero in heroes:
        for index, seat in enumerate(state.seats):
            if hero in seat.mat.line:
                line = tuple(each for each in seat.mat.line if each != hero)
                state = state.with_mat(index, line=line)
                if line:
                    state = state.with_seat(index, power=BOX.heroes[line[0]].power)
    return state.with_seat(slayer, captured=(*state.seats[slayer].captured, *heroes))


def has(state: State, seat: int, **fields: Any) -> State:
    """Numbers of a seat."""
    return state.with_seat(seat, **fields)


def face(number: int) -> int:
    """What the draw must say for this face of the die."""
    return BOX.die.index(number)


def stats(hero: str) -> str:
    """The numbers of a hero as texts give them."""
    found = BOX.heroes[hero]
    return f"attack {found.attack}, defense {found.defense}, Power {found.power}"


def full(hero: str) -> int:
    """The Power that a hero starts with."""
    return BOX.heroes[hero].power


def dice(state: State, rolls: dict[int, tuple[int, ...] | int]) -> Scripted:
    """Battle dice by seat."""
    script = {}
    for seat, faces in rolls.items():
        for index, each in enumerate(faces if isinstance(faces, tuple) else (faces,)):
            script[f"roll/round-{state.round}/seat-{state.turn.seat}/battle/seat-{seat}/{index}"] = face(each)
    return Scripted(script)


def rolling(number: int) -> Scripted:
    """Every die shows this face."""
    return Scripted({"roll/*": face(number)})


def scene(state: State) -> Scene:
    """A scene, after making sure that the arrangement is sound."""
    assert not WINDS.check(state), WINDS.check(state)
    return given(WINDS, state)


def rich(*heroes: str) -> State:
    """The start of a game in which everybody has 50 Capital."""
    state = start(*heroes)
    for seat in range(len(heroes)):
        state = has(state, seat, treasury=50)
    return state


def truce(by: int, to: int, turns: int = 1, spares: int | None = None) -> Pledge:
    """A promise not to attack."""
    seat = to if spares is None else spares
    return Pledge("truce", by, to, "player", str(seat), seat, turns)


def vow(by: int, to: int, seat: int, turns: int = 1) -> Pledge:
    """A promise to attack a player."""
    return Pledge("attack", by, to, "player", str(seat), seat, turns)


def passed(table: Scene) -> Scene:
    """The player whose turn it is builds something; the next one has explored."""
    seat = table.state.turn.seat
    table = table.when(seat, next(move for move in WINDS.legal_moves(table.state, seat) if isinstance(move, Build)))
    if WINDS.awaiting(table.state).step is not None:
        table = table.step()
    return scene(explored(table.state))


def gone(state: State, seat: int) -> State:
    """The seat's heroes have fallen to nobody, and it is eliminated."""
    player = state.seats[seat]
    state = state.with_mat(seat, line=()).with_seat(seat, fallen=player.mat.line, power=0, treasury=0)
    return replace(state, eliminated=(*state.eliminated, seat))
