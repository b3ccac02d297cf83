"""Every event of a tournament decided once more: from what stood before it and what was asked, what had to be written.

What comes from outside is taken as recorded: names and kinds of accounts, ids of games, times; and so are words, like
the explanation of a pairing. Results are not: they are what the games' own records say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from msgspec.structs import replace

from moothall.domain.core.title import AnyTitle
from moothall.domain.table.redecide import Unfounded
from moothall.domain.tournament import changes as c
from moothall.domain.tournament.context import Account, Context, Decided
from moothall.domain.tournament.decide import create, decide
from moothall.domain.tournament.moves import EnterPlayer, Invite
from moothall.domain.tournament.state import Tournament, TournamentEvent
from moothall.domain.tournament.steps import Seen, step

Kind = Literal["human", "bot"]


def again(
    before: Tournament | None, event: TournamentEvent, secret: bytes, seen: Mapping[str, Seen], title: AnyTitle
) -> Decided:
    """What this event has to be. `seen` holds the games as they are in the end; one that was annulled after it had
    finished still has its ranking and scores. Raises what the rules raise, or Unfounded."""
    if before is None:
        return _create(event, secret, title)
    context = _context(before, event, secret, title)
    if event.move is not None:
        return _in_its_words(decide(before, _asker(before, event), event.move, context), event)
    decided = step(before, _as_it_was(before, event, seen), context)
    if decided is None:
        raise Unfounded("nothing follows by itself there")
    return _in_its_words(decided, event)


def _in_its_words(decided: Decided, event: TournamentEvent) -> Decided:
    """With the words that this program wrote then: they are no facts, and may be put better by now."""
    if len(decided.changes) != len(event.changes):
        return decided
    pairs = zip(decided.changes, event.changes, strict=True)
    return replace(decided, changes=tuple([_worded(now, then) for now, then in pairs]))


def _worded(now: c.TournamentChange, then: c.TournamentChange) -> c.TournamentChange:
    match now, then:
        case c.RoundPaired(), c.RoundPaired():
            return replace(now, explanation=then.explanation)
        case c.EntrantDropped(by=None), c.EntrantDropped():
            return replace(now, reason=then.reason)
        case c.TournamentAborted(by=None), c.TournamentAborted():
            return replace(now, reason=then.reason)
        case _:
            return now


def _create(event: TournamentEvent, secret: bytes, title: AnyTitle) -> Decided:
    created = event.changes[0] if event.changes else None
    if not isinstance(created, c.TournamentCreated):
        raise Unfounded("the first event does not create a tournament")
    organiser = Account(created.organiser, created.organiser_name, "human")
    decided = create(title, organiser, created.settings, secret, created.created_at)
    anew, *others = decided.changes
    assert isinstance(anew, c.TournamentCreated)
    # As at a table: an option that the title got later stays unsaid.
    said = {name: value for name, value in anew.settings.options.items() if name in created.settings.options}
    return replace(decided, changes=(replace(anew, settings=replace(anew.settings, options=said)), *others))


def _context(before: Tournament, event: TournamentEvent, secret: bytes, title: AnyTitle) -> Context:
    games: dict[tuple[int, int], str] = {}
    now, named = event.at, None
    for change in event.changes:
        match change:
            case c.RoundPaired():
                if change.paired_at > event.at:
                    raise Unfounded("the round was paired before it was written")
                now = change.paired_at
                games.update({(change.round, each.table): each.game for each in change.tables})
            case c.EntrantEntered(player=str(player)) | c.EntrantSubstituted(player=str(player)):
                named = Account(player, change.name, cast(Kind, change.kind))
    match event.move:
        case Invite(player) | EnterPlayer(player) if named is None:
            named = Account(player, "", _invitable(before))
    return Context(now, secret, lambda number, table: games.get((number, table), ""), title.players, named)


def _invitable(before: Tournament) -> Kind:
    """An invitation does not say of which kind the account is; one that may enter."""
    return "human" if "human" in before.settings.kinds else "bot"


def _asker(before: Tournament, event: TournamentEvent) -> Account:
    """Who asked: the organiser, or whoever the event says entered, came back or is entered already."""
    if event.by is None:
        raise Unfounded("nobody asked for it")
    for change in event.changes:
        if isinstance(change, c.EntrantEntered) and change.player == event.by:
            return Account(event.by, change.name, cast(Kind, change.kind))
    return Account(event.by, before.organiser_name if event.by == before.organiser else "", "human")


def _as_it_was(before: Tournament, event: TournamentEvent, seen: Mapping[str, Seen]) -> dict[str, Seen]:
    """The one game that the event tells of, as it was then: others had not been looked at."""
    for change in event.changes:
        if isinstance(change, c.SeatsMissed | c.TableEnded | c.TableAnnulled):
            table = before.table(change.round, change.table)
            known = seen.get(table.game) if table is not None else None
            if known is None:
                raise Unfounded(f"there is no game of table {change.table} in round {change.round}")
            return {known.game: _then(known, change)}
    return {}


def _then(known: Seen, change: c.SeatsMissed | c.TableEnded | c.TableAnnulled) -> Seen:
    match change:
        case c.TableEnded() if known.status == "annulled" and known.ranking:
            return replace(known, status="finished", seq=change.seq, head=change.head)
        case c.SeatsMissed():
            return replace(known, absent=tuple([seat for seat in known.absent if seat in change.seats]))
        case _:
            return known
