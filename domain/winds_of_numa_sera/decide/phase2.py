"""Phase 2: Build and Attack, and the commitments to a battle (NS-10, NS-11)."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera import state as s
from moothall.domain.winds_of_numa_sera.agenda import Agenda, resolve
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.decide import battle
from moothall.domain.winds_of_numa_sera.decide.work import run
from moothall.domain.winds_of_numa_sera.rules import phase2
from moothall.domain.winds_of_numa_sera.rules.standing import residual
from moothall.domain.winds_of_numa_sera.state import Turning


def build(turn: Turning, move: m.Build) -> None:
    box = box_of(turn.state)
    phase2.check_build(turn.state, turn.seat, move.block)
    player = turn.state.seats[turn.seat]
    block = box.blocks[move.block]
    turn.emit(c.CapitalGained(turn.seat, residual(box, player), "residual"))
    turn.emit(c.BlockBuilt(turn.seat, block.id, again=block.id in player.mat.ticked))
    agenda: Agenda = [s.EndPhase2(), s.Settle()]
    resolve(agenda, turn.seat, block.id, [effect for effect in block.effects if effect.when == "now"])
    run(turn, agenda)


def attack(turn: Turning, move: m.Attack) -> None:
    target = phase2.check_attack(turn.state, turn.seat, move.target_type, move.target)
    agenda: Agenda = []
    battle.open_battle(turn, agenda, turn.seat, target)
    run(turn, agenda)


def commit_battle(turn: Turning, move: m.CommitBattle) -> None:
    phase2.check_commit(turn.state, turn.seat, move.cards, move.payment)
    payment = None if move.payment is None else dict(sorted(move.payment.items()))
    turn.emit(c.BattleCommitted(turn.seat, move.cards, payment))
    agenda: Agenda = []
    battle.fight_when_ready(turn, agenda)
    run(turn, agenda)


def end_turn(turn: Turning, move: m.EndTurn) -> None:
    phase2.check_end_turn(turn.state, turn.seat)
    run(turn, [s.PassTurn()])
