"""Who won what against whom, and with how much."""

from __future__ import annotations

from moothall.domain.core.words import Reader, listed
from moothall.domain.medieval_realms.changes import AreaSettled, CardTaken
from moothall.domain.medieval_realms.content import Box
from moothall.domain.medieval_realms.state import Tokens
from moothall.domain.medieval_realms.text.words import amount, stamped, tokens


def area_settled(change: AreaSettled, reader: Reader, box: Box) -> str:
    """`Area 3: Ada (3) beats Ben (2) and takes 1 gold and 2 battle points`."""
    where, reward = f"area {change.area}", tokens(box, box.rewards[change.area])
    forces = {seat: force for seat, force in enumerate(change.strengths) if force}
    if change.seat is None:
        most = max(forces.values())
        tied = listed(f"{reader.who(seat)} ({force})" for seat, force in forces.items() if force == most)
        return f"{where}: {tied} are tied, nobody takes {reward}"
    others = listed(f"{reader.who(seat)} ({force})" for seat, force in forces.items() if seat != change.seat)
    force = f"({forces[change.seat]})"
    if change.tokens == Tokens():
        if len(forces) == 1:
            return f"{where}: {reader.whose(change.seat)} buffers {force} meet nobody"
        return f"{where}: {reader.whose(change.seat)} buffers {force} keep {others} from {reward}"
    takes = f"{reader.form(change.seat, 'take')} {reward}"
    if len(forces) == 1:
        return f"{where}: {reader.does(change.seat, 'be')} alone {force} and {takes}"
    return f"{where}: {reader.who(change.seat)} {force} {reader.form(change.seat, 'beat')} {others} and {takes}"


def majority(change: CardTaken, reader: Reader, box: Box) -> str:
    """`Ben receives Castle (orange) with 6 raw materials; Ada has 4; Cleo's display cannot take it`."""
    face, kind = box.faces[change.card], change.resource
    held = f"{reader.their(change.seat)} {amount(box, kind, change.held[change.seat])}"
    rivals = [seat for seat in range(len(change.held)) if seat not in (change.seat, *change.barred)]
    tied = any(change.held[seat] == change.held[change.seat] for seat in rivals)
    told = [reader.does(change.seat, f"receive {stamped(face)} with {held}{' by the tie-break' if tied else ''}")]
    if rivals:
        told.append(listed(f"{reader.does(seat, 'have')} {change.held[seat]}" for seat in rivals))
    if change.barred:
        blocked = listed(reader.whose(seat) for seat in change.barred)
        told.append(f"{blocked} display{'s' if len(change.barred) > 1 else ''} cannot take it")
    return "; ".join(told)
