"""Who takes part: entering, invitations, dropping out, coming back, substitutes."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.table.state import LEVELS
from moothall.domain.tournament import changes as c
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.moves import DropEntrant, EnterAi, Invite, ReturnEntrant, Substitute
from moothall.domain.tournament.state import Entrant, Tournament

LONGEST_NAME = 40


def enter(t: Tournament, account: Account, by_organiser: bool = False) -> c.TournamentChange:
    """Somebody takes part, or comes back."""
    back = t.entrant_of(account.id)
    if back is not None:
        return _come_back(t, back)
    check_account(t, account)
    if t.settings.invited_only and not by_organiser and account.id not in t.invited:
        raise NotYourTurn("TN-2.4", "only players whom the organiser has invited may enter")
    check_room(t)
    return entered(t, account.name, account.kind, player=account.id)


def enter_ai(t: Tournament, move: EnterAi) -> c.TournamentChange:
    check_ai(t, move.level, move.name)
    check_room(t)
    return entered(t, move.name, "ai", level=move.level)


def entered(
    t: Tournament, name: str, kind: str, player: str | None = None, level: str | None = None
) -> c.EntrantEntered:
    """TN-2.8: late entrants draw no lot; theirs follow in the order of entry."""
    number = len(t.entrants) + 1
    lot = number if t.status == "active" else 0
    return c.EntrantEntered(f"e{number}", name, kind, player, level, len(t.rounds), lot)


def check_room(t: Tournament) -> None:
    """TN-2.5, TN-2.8: entries are open, and not everybody's place is taken."""
    if t.over:
        raise IllegalMove("TN-2.8", f"the tournament is {t.status}")
    if t.status == "active" and len(t.rounds) >= t.settings.late_entry:
        raise IllegalMove("TN-2.8", "the tournament has started, and nobody may enter any more")
    _check_not_full(t)


def _check_not_full(t: Tournament) -> None:
    """TN-2.5."""
    if len(t.active) >= t.settings.most_entrants:
        raise IllegalMove("TN-2.5", f"the tournament is full: it takes {t.settings.most_entrants} entrants")


def check_account(t: Tournament, account: Account) -> None:
    """TN-2.2, TN-2.3: an account that may play here."""
    if account.id == t.organiser:
        raise IllegalMove("TN-2.3", "whoever organises a tournament does not play in it")
    if account.kind not in t.settings.kinds:
        raise IllegalMove("TN-2.2", f"this tournament is for {_kinds(t)}, not for accounts of kind {account.kind}")


def check_ai(t: Tournament, level: str | None, name: str | None) -> None:
    """TN-2.6: a level of the house, and a name of its own."""
    if "ai" not in t.settings.kinds:
        raise IllegalMove("TN-2.2", f"this tournament is for {_kinds(t)}, not for AIs of the house")
    if level not in LEVELS:
        raise IllegalMove("TN-2.6", f"level: an AI has one of the levels {', '.join(LEVELS)}")
    if name is None or not 1 <= len(name.strip()) <= LONGEST_NAME or not name.isprintable():
        raise IllegalMove("TN-2.6", f"name: an AI has a name of 1 to {LONGEST_NAME} printable characters")
    if any(each.name.casefold() == name.casefold() for each in t.entrants):
        raise IllegalMove("TN-2.6", f"name: somebody called {name} takes part already")


def _kinds(t: Tournament) -> str:
    return " and ".join(t.settings.kinds)


def invite(t: Tournament, move: Invite, named: Account | None) -> c.TournamentChange:
    account = check_named(named, move.player, "TN-2.4")
    check_account(t, account)
    if t.over:
        raise IllegalMove("TN-2.4", f"the tournament is {t.status}")
    if account.id in t.invited or t.entrant_of(account.id) is not None:
        raise IllegalMove("TN-2.4", f"{account.name} is invited already")
    return c.PlayerInvited(account.id)


def check_named(named: Account | None, player: str | None, rule: str) -> Account:
    """The account that a move names."""
    if named is None or named.id != player:
        raise IllegalMove(rule, f"there is no player {player}")
    return named


def own_entrant(t: Tournament, account: Account) -> Entrant:
    found = t.entrant_of(account.id)
    if found is None:
        raise NotYourTurn("TN-2.1", "you do not take part in this tournament")
    return found


def check_in(t: Tournament, account: Account) -> c.TournamentChange:
    """TN-3.2."""
    own = own_entrant(t, account)
    if not t.settings.check_in or t.status != "open":
        raise IllegalMove("TN-3.2", "there is no check-in now")
    if own.dropped:
        raise IllegalMove("TN-3.2", "you have dropped out: enter again first")
    if own.checked_in:
        raise IllegalMove("TN-3.2", "you have checked in already")
    return c.EntrantCheckedIn(own.id)


def drop(t: Tournament, account: Account) -> c.TournamentChange:
    own = own_entrant(t, account)
    _check_may_drop(t, own)
    return c.EntrantDropped(own.id)


def drop_entrant(t: Tournament, by: str, move: DropEntrant) -> c.TournamentChange:
    entrant = check_entrant(t, move.entrant, "TN-2.7")
    _check_may_drop(t, entrant)
    return c.EntrantDropped(entrant.id, by, move.reason)


def _check_may_drop(t: Tournament, entrant: Entrant) -> None:
    """TN-2.7."""
    if t.over:
        raise IllegalMove("TN-2.7", f"the tournament is {t.status}")
    if entrant.dropped:
        raise IllegalMove("TN-2.7", f"{entrant.name} has dropped out already")


def return_entrant(t: Tournament, move: ReturnEntrant) -> c.TournamentChange:
    """TN-2.9: the organiser takes anybody back."""
    entrant = check_entrant(t, move.entrant, "TN-2.9")
    if not entrant.dropped or t.over:
        raise IllegalMove("TN-2.9", f"the tournament is {t.status}" if t.over else f"{entrant.name} takes part already")
    return c.EntrantReturned(entrant.id)


def _come_back(t: Tournament, entrant: Entrant) -> c.TournamentChange:
    """TN-2.1, TN-2.9."""
    if not entrant.dropped:
        raise IllegalMove("TN-2.1", f"{entrant.name} takes part already")
    if t.over:
        raise IllegalMove("TN-2.9", f"the tournament is {t.status}")
    if entrant.dropped_by is not None:
        raise IllegalMove("TN-2.9", "the organiser has taken you out of the tournament and has to let you back in")
    _check_not_full(t)
    return c.EntrantReturned(entrant.id)


def check_entrant(t: Tournament, entrant_id: str, rule: str) -> Entrant:
    found = t.entrant(entrant_id)
    if found is None:
        raise IllegalMove(rule, f"there is no entrant {entrant_id}")
    return found


def substitute(t: Tournament, by: str, move: Substitute, named: Account | None) -> c.TournamentChange:
    """TN-8.6."""
    entrant = check_entrant(t, move.entrant, "TN-8.6")
    if t.over:
        raise IllegalMove("TN-8.6", f"the tournament is {t.status}")
    if (move.player is None) == (move.level is None):
        raise IllegalMove("TN-8.6", "name either a player or the level and name of an AI")
    if move.player is None:
        check_ai(t, move.level, move.name)
        return c.EntrantSubstituted(entrant.id, move.name or "", "ai", by, move.reason, level=move.level)
    account = check_named(named, move.player, "TN-8.6")
    check_account(t, account)
    if t.entrant_of(account.id) is not None:
        raise IllegalMove("TN-8.6", f"{account.name} takes part already")
    return c.EntrantSubstituted(entrant.id, account.name, account.kind, by, move.reason, player=account.id)
