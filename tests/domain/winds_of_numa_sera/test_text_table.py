"""The table as text: what a decision needs, in eighty columns, for players and spectators."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from moothall.domain.core.codec import to_json
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera.moves import Attack, BuySkill, CommitBattle, OfferTrade, SetSuccession
from moothall.domain.winds_of_numa_sera.state import Acting, Finished, Options, State
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    discarded,
    drafted,
    explored,
    forged,
    full,
    gone,
    hand,
    has,
    lined_up,
    play,
    scene,
    shown,
    skilled,
    slew,
    start,
    stats,
    ticked,
    truce,
    vow,
)

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def table(state: State, you: int | None = None) -> str:
    """The table as this seat sees it."""
    return WINDS.table_text(WINDS.view(state, you), Reader(NAMES, you))


def flat(state: State, you: int | None = None) -> str:
    """The same without line breaks and columns."""
    return " ".join(table(state, you).split())


def test_what_lies_open_shows_costs_and_effects() -> None:
    state = shown(start("krill", "ashkari"), "sapphire_gate", "reedwatch")
    state = forged(skilled(state, 0, forge=1, weapon=3), "greatsword", "buckler")
    text = flat(state, 0)
    assert (
        "Sapphire Gate defense 4; taking it: 5 Capital; holding it: +3 Residual Capital; at the start of your" in text
    )
    assert "Greatsword 10 Capital (both hands): +2 attack (upgraded: +4 attack)" in text
    assert "Greatsword 11 Capital" in flat(state, 1)
    assert "Weapon Training 2 left; your level 4 for 40 Capital: +3 attack" in text
    assert "Forge Training 4 left; your level 2 for 20 Capital: World Forge Items cost you 2 less; upgrade an" in text
    assert "Weapon Training 2 left; levels 1 to 4 for 10, 20, 30 and 40 Capital" in flat(state)
    master = skilled(state, 0, weapon=1)
    assert "Weapon Training 1 left; you hold the highest level" in flat(master, 0)
    assert "Discarded Pillage x2 and Ostrava" in flat(discarded(state, "pillage_1", "pillage_2", "ostrava_treasurer"))


def test_the_own_seat_shows_everything() -> None:
    state = hand(play(start("krill", "ashkari"), 0, "reedwatch", "buckler", "joric_master_at_arms"), 0, "pillage_1")
    state = play(skilled(hand(state, 0, "war_drums_1", known=True), 0, lore=2), 0, "pool_of_stone")
    tithe, power = BOX.blocks["tithe"].effects[0].amount, full("krill")
    state = has(ticked(state, 0, "city_watch"), 0, purse={"reedwatch": 2}, skill_credit=4, wins_with_card=2)
    text = flat(state, 0)
    for part in (
        f"Hero Krill, the Stable Boy: Power {power} of {power}, attack 5, defense 6; whenever you explore a Hazard",
        f"Next in line Lelia: {stats('lelia')}; at the start of your turn, place 1 Capital on this card",
        "Capital 4 in the Treasury, 4 Skill credit, 2 on Reedwatch; a Build brings 5 Residual Capital",
        "Skills Lore Training 2: draw 1 more card when you explore",
        "Wears Buckler (left hand): +1 defense",
        "Mavens Joric, Master-at-Arms: +1 attack",
        "Blessing Pool of Stone: +2 defense",
        f"Strongholds Reedwatch: defense {BOX.strongholds['reedwatch'].defense + 1}; +1 Residual Capital",
        f"Built Tithe: the first time each turn that you explore, gain {tithe} Capital City Watch: +1 defense of your",
        "Can be built Efficiency: +1 Residual Capital Royal Mint (repeatable): gain 2 Capital",
        "Built later Bountiful Empire (needs Efficiency), Scholars' Charter (needs Imperial Academy)",
        "Rogue 2 of 3 (win 3 battles in which you play a Battle Card): when you win a battle, gain 2 Capital",
        "Hand Pillage (Battle Card, 1 Capital): if you win, take up to 4 Capital from the enemy's Treasury",
        "War Drums (Battle Card, 3 Capital): +2 to your score",
    ):
        assert part in text, part
    assert "Heir unlocked: +1 Residual Capital" in flat(state.with_mat(0, classes=("heir",)), 0)


def test_other_seats_show_what_everybody_may_know() -> None:
    state = hand(play(start("krill", "ashkari"), 1, "book_satchel"), 1, "pillage_1")
    one_known = hand(state, 1, "war_drums_1", known=True)
    for you in (0, None):
        text = flat(one_known, you)
        assert "Ben: Meran" in text
        assert "Wears Book Satchel (pack): Skills cost them 1 less" in text
        assert "Hand 2 cards, among them War Drums" in text
        assert "Pillage" not in text
    assert "Hand 1 card" in flat(state, 0)
    all_known = hand(start("krill", "ashkari"), 1, "war_drums_1", known=True)
    assert "Hand 1 card: War Drums" in flat(all_known, 0)
    over = replace(one_known, phase=Finished(1, ("master",)))
    assert "Hand Pillage (Battle Card, 1 Capital)" in flat(over)
    assert "Ben wins (Master: reach level 4 in one Skill)." in flat(over)


def test_progress_towards_the_conditions_is_shown() -> None:
    state = slew(play(start("krill", "ashkari"), 0, "reedwatch"), 0, "ashkari", "tamsu")
    text = flat(has(state, 1, conditions=("master",)), 0)
    assert "Conqueror Master Legend Champion You 1 of 4 0 of 4 0 of 5 2 of 3 Ben 0 of 4 fulfilled 0 of 5 0 of 3" in text
    assert "Champion: slay 3 enemy heroes" in text
    assert "Slain Ashkari and Tamsu Quickpaw" in text


def test_a_player_without_heroes_is_out_of_the_game() -> None:
    text = flat(gone(start("krill", "ashkari", "halvard"), 1), 0)
    assert "Ben out of the game" in text
    assert "Ben: Meran, out of the game" in text


def test_what_is_to_be_done_is_said() -> None:
    state = start("krill", "ashkari")
    assert "Your turn: explore once, buy, equip, use and trade as you like, then build or attack" in flat(state, 0)
    assert "Your turn: buy, equip, use and trade as you like, then build or attack" in flat(explored(state), 0)
    assert "Round 1. Ada's turn." in flat(state, 1)
    both = replace(state, phase=Acting(0, explored=True, built=True, extra=True))
    assert "Your turn: you may still attack, or end it." in flat(both, 0)
    assert "build and attack" in flat(replace(state, phase=Acting(0, explored=True, extra=True)), 0)


def test_kingdoms_and_lines_are_chosen_from_the_table() -> None:
    draft = WINDS.new(2, Options(), FastDraw(3)).state
    text = flat(draft, draft.phase.seat)
    assert "You choose a kingdom." in text
    assert "Southern Kingdom, strongest as Champion (slay 3 enemy heroes)." in text
    assert "Raiders when you win a battle as attacker, gain 1 Capital" in text
    assert f"Urzhen the Burner {stats('urzhen')}; +1 attack against heroes" in text
    lines = drafted("meran", "numa_sera")
    assert "still to come: you and Ben." in flat(lines.state, 0)
    assert f"Krill {stats('krill')}; whenever you explore a Hazard" in flat(lines.state, 1)
    chosen = lines.when(1, SetSuccession(lined_up("numa_sera", "krill"))).state
    assert "Your line Krill, then Lelia, then Corvane" in flat(chosen, 1)
    assert "Krill" not in flat(chosen, 0)


def test_a_battle_is_shown_without_its_secrets() -> None:
    state = hand(hand(has(explored(start("krill", "ashkari")), 0, treasury=20), 0, "pillage_1"), 1, "disarm_1")
    battle = scene(state).when(0, Attack("hero", "1")).when(0, CommitBattle(("pillage_1",))).state
    line = "Battle {} attack Ben's hero: attack 4 against defense 3 {} have decided on Pillage"
    assert line.format("you", "you") in flat(battle, 0)
    hidden = "Battle Ada attacks {} hero: attack 4 against defense 3 Ada has decided on Battle Cards in secret"
    assert hidden.format("your") in flat(battle, 1)
    assert hidden.format("Ben's") in flat(battle)
    none = scene(state).when(0, Attack("hero", "1")).when(0, CommitBattle()).state
    assert "you have decided on no Battle Card" in flat(none, 0)


def test_offers_promises_and_choices_are_in_words() -> None:
    state = hand(has(explored(start("krill", "ashkari", "halvard")), 0, treasury=20), 0, "pillage_1")
    offer = scene(state).when(0, OfferTrade(1, give_cards=("pillage_1",), get_pledge="truce")).state
    terms = "for {} promise not to attack {} for 1 turn"
    assert f"Offer you offer Ben Pillage {terms.format('their', 'you')}" in flat(offer, 0)
    assert f"Offer Ada offers you Pillage {terms.format('your', 'Ada')}" in flat(offer, 1)
    assert "Pillage (Battle Card, 1 Capital): if you win" in flat(offer, 1)
    assert f"Offer Ada offers Ben 1 hidden card {terms.format('their', 'Ada')}" in flat(offer, 2)
    pledged = replace(state, pledges=(truce(0, 1, turns=2), vow(2, 0, 1)))
    promises = "Promises Ada has promised not to attack you for 2 turns Cleo has promised Ada to attack you once"
    assert promises in flat(pledged, 1)
    choice = scene(state).when(0, BuySkill("forge")).state
    assert "Choice you are to choose an equipment slot to upgrade" in flat(choice, 0)
    assert "Choice Ada is to choose an equipment slot to upgrade" in flat(choice)


def test_a_limit_of_rounds_is_announced_where_there_is_one() -> None:
    view = WINDS.view(start("krill", "ashkari"), None)
    limited = " ".join(WINDS.table_text(replace(view, round_limit=24), Reader(NAMES)).split())
    assert "Throne (the first with 1 of 4 conditions wins; Renown decides after round 24)" in limited
    assert "Renown" not in table(start("krill", "ashkari"))


@pytest.mark.parametrize(("seats", "seed"), [(2, 31), (3, 32), (4, 33)])
def test_every_table_of_a_game_fits_eighty_columns(seats: int, seed: int) -> None:
    luck = FastDraw(seed)
    state: State = WINDS.new(seats, Options(), luck).state
    for number in range(400):
        awaiting = WINDS.awaiting(state)
        if number % 5 == 0 or awaiting.finished:
            for you in (None, *range(seats)):
                sent = WINDS.read_view(json.loads(to_json(WINDS.view(state, you))))
                assert WINDS.table_text(sent, Reader(NAMES, you)) == table(state, you), "it differs once sent"
                for line in table(state, you).split("\n"):
                    assert len(line) <= 80, line
                    assert line == line.rstrip()
                    assert "_" not in line
                    assert "None" not in line
        if awaiting.finished:
            return
        if awaiting.step is not None:
            state = WINDS.run_step(state, luck).state
        else:
            seat = awaiting.seats[0].seat
            state = WINDS.play(state, seat, WINDS.sample_move(WINDS, state, seat, luck), luck).state
