"""What clients get. Answers are built as bytes and never dumped through these: they are for the documentation, and a
test holds real answers against them."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from events.accounts.players import SCOPES


class Problem(Schema):
    """RFC 9457."""

    type = fields.String(required=True, metadata={"description": "The kind of problem; its page is at that address."})
    title = fields.String(required=True, metadata={"description": "The kind of problem, for people."})
    status = fields.Integer(required=True, metadata={"description": "The HTTP status."})
    detail = fields.String(required=True, metadata={"description": "What went wrong this time."})
    instance = fields.String(metadata={"description": "The path that was asked for."})
    request_id = fields.String(allow_none=True, metadata={"description": "The id of the request, as in X-Request-Id."})
    errors = fields.Dict(fields.String(), fields.List(fields.String()), metadata={"description": "By path."})
    rule = fields.String(metadata={"description": "The id of the rule that refuses the move."})
    seq = fields.Integer(metadata={"description": "Where the game is now."})
    scope = fields.String(metadata={"description": "The scope that the token lacks."})
    limit = fields.String(metadata={"description": "The name of the limit that was reached."})
    most = fields.Integer(metadata={"description": "How many there may be of what `limit` names."})
    retry_after = fields.Integer(metadata={"description": "Seconds to wait, as in Retry-After."})


class PlayerAnswer(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "The name that others see."})
    kind = fields.String(required=True, metadata={"description": "`human` or `bot`."})
    created_at = fields.Integer(required=True)
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        metadata={"description": "What the token that asked may do."},
    )


class OutcomesAnswer(Schema):
    """How often a player's games have ended how."""

    won = fields.Integer(required=True, metadata={"description": "First place, alone."})
    shared = fields.Integer(required=True, metadata={"description": "First place, with others."})
    lost = fields.Integer(required=True, metadata={"description": "Any other place."})
    left = fields.Integer(
        required=True, metadata={"description": "The seat was given up, lost on time or taken away before the end."}
    )


class RatingAnswer(Schema):
    """How good a player is, as far as rated games tell."""

    rating = fields.Integer(
        required=True,
        metadata={
            "description": "What the player is worth with near certainty: 1000 + 40 * (mu - 3 * sigma), rounded. "
            "Whoever has not played has 1000."
        },
    )
    mu = fields.Float(required=True, metadata={"description": "What is thought of the player; 25 before any game."})
    sigma = fields.Float(
        required=True,
        metadata={"description": "How unsure that is: 8.333333 before any game, and less with every one."},
    )
    games = fields.Integer(required=True, metadata={"description": "How many rated games that is from."})


class RatedAnswer(RatingAnswer):
    """The same with where that puts the player."""

    rank = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Among the people and bots of the leaderboard; null if not listed there."},
    )
    provisional = fields.Boolean(
        required=True, metadata={"description": "Whether the player has played too few rated games to be listed."}
    )


class HistoryEntry(RatingAnswer):
    """What a game has made of a player."""

    title = fields.String(required=True)
    game = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "When the game ended, ms since 1970."})
    place = fields.Integer(
        required=True, metadata={"description": "From 1; equals share one. Whoever left the game is last."}
    )
    of = fields.Integer(required=True, metadata={"description": "How many seats were rated for the game."})
    formula = fields.Integer(required=True, metadata={"description": "The version of the formula."})


class RatingHistory(Schema):
    ratings = fields.List(
        fields.Nested(HistoryEntry), required=True, metadata={"description": "After each game, the latest first."}
    )
    next = fields.String(required=True, allow_none=True)


class LeaderboardRow(RatingAnswer):
    """A player on a leaderboard."""

    rank = fields.Integer(required=True, metadata={"description": "From 1; equals share one."})
    player = fields.String(required=True, metadata={"description": "The id of the player."})
    name = fields.String(required=True, metadata={"description": "The player's name."})
    kind = fields.String(required=True, metadata={"description": "`human` or `bot`."})


class LevelRating(RatingAnswer):
    """A level of the house's AIs."""

    level = fields.String(required=True, metadata={"description": "The level."})


class LeaderboardAnswer(Schema):
    title = fields.String(required=True)
    games_needed = fields.Integer(required=True, metadata={"description": "Rated games that it takes to be listed."})
    players = fields.List(
        fields.Nested(LeaderboardRow), required=True, metadata={"description": "The players, the best first."}
    )
    levels = fields.List(
        fields.Nested(LevelRating),
        required=True,
        metadata={"description": "The house's own AIs, the best first, for comparison; in no rank."},
    )
    next = fields.String(required=True, allow_none=True)


class ProfileAnswer(Schema):
    """A player, as everybody may know them."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    kind = fields.String(required=True, metadata={"description": "`human` or `bot`."})
    created_at = fields.Integer(required=True, metadata={"description": "When they registered, ms since 1970."})
    games = fields.Dict(
        fields.String(),
        fields.Nested(OutcomesAnswer),
        required=True,
        metadata={"description": "By title, for titles that the player has finished a public game of."},
    )
    ratings = fields.Dict(
        fields.String(),
        fields.Nested(RatedAnswer),
        required=True,
        metadata={"description": "By title, for titles that the player has finished a rated game of."},
    )


class Registered(PlayerAnswer):
    token = fields.String(required=True, metadata={"description": "Shown this once; only its hash is kept."})


class TokenAnswer(Schema):
    """A token without its secret."""

    id = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "What you called it."})
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)), required=True, metadata={"description": "What it is good for."}
    )
    created_at = fields.Integer(required=True)
    current = fields.Boolean(required=True, metadata={"description": "Whether it is the one that asks."})


class TokenList(Schema):
    tokens = fields.List(
        fields.Nested(TokenAnswer), required=True, metadata={"description": "The tokens, oldest first."}
    )


class NewTokenAnswer(TokenAnswer):
    token = fields.String(required=True, metadata={"description": "Shown this once; only its hash is kept."})


class PlayersRange(Schema):
    min = fields.Integer(required=True, metadata={"description": "At least."})
    max = fields.Integer(required=True, metadata={"description": "At most."})


class TitleBrief(Schema):
    slug = fields.String(required=True)
    name = fields.String(required=True)
    players = fields.Nested(PlayersRange, required=True)
    edition = fields.Integer(required=True)
    content_hash = fields.String(required=True)


class TitleList(Schema):
    titles = fields.List(fields.Nested(TitleBrief), required=True)


class MoveKind(Schema):
    type = fields.String(required=True, metadata={"description": "The move's `type`."})
    text = fields.String(required=True, metadata={"description": "What it does."})
    parameters = fields.List(
        fields.String(), required=True, metadata={"description": "The names of its other members."}
    )


class TitleAnswer(TitleBrief):
    editions = fields.List(fields.Integer(), required=True, metadata={"description": "Every edition there is."})
    options = fields.Dict(required=True, metadata={"description": "A JSON Schema of the options."})
    levels = fields.List(fields.String(), required=True)
    moves = fields.List(fields.Nested(MoveKind), required=True, metadata={"description": "Every kind of move."})
    sections = fields.Dict(fields.String(), fields.String(), required=True)


class ContentAnswer(Schema):
    slug = fields.String(required=True)
    edition = fields.Integer(required=True)
    hash = fields.String(required=True)
    tables = fields.Dict(
        required=True,
        metadata={
            "description": "Every component as data, with its `text`: what it costs and does. `source` says where an "
            "entry comes from: printed in the rulebook, "
            "inferred from it, or designed here; `printed` and `inferred` list the fields that are stronger."
        },
    )
    texts = fields.Dict(
        fields.String(),
        fields.Dict(fields.String(), fields.String()),
        required=True,
        metadata={"description": "By kind and id, the text of what lies inside a component: faces of dice, spaces."},
    )


class RuleAnswer(Schema):
    id = fields.String(required=True, metadata={"description": "The rule's number, such as `MF-4.3`."})
    section = fields.String(required=True)
    text = fields.String(required=True, metadata={"description": "What it says."})
    provenance = fields.String(required=True)


class RulesAnswer(Schema):
    slug = fields.String(required=True)
    edition = fields.Integer(required=True)
    sections = fields.Dict(fields.String(), fields.String(), required=True)
    rules = fields.List(fields.Nested(RuleAnswer), required=True)


class ReservedAnswer(Schema):
    """Whom a seat is kept for."""

    player = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "As it was when the game was created."})


class SeatAnswer(Schema):
    seat = fields.Integer(required=True)
    kind = fields.String(required=True)
    player = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    resigned = fields.Boolean(required=True)
    forfeited = fields.Boolean(required=True, metadata={"description": "Out of the running: its time ran out."})
    time_left_ms = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "What the seat's clock showed at the latest event; null without a clock. While it runs, "
            "the deadline of the seat's decision is what counts."
        },
    )
    score = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Penalties are taken off; null before the start."}
    )
    penalty = fields.Integer(
        required=True, metadata={"description": "Points that the organiser took; less than nothing: gave."}
    )
    reserved = fields.Nested(
        ReservedAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The one player who can take the seat; null: it is kept for nobody."},
    )


class DecisionAnswer(Schema):
    seat = fields.Integer(required=True)
    id = fields.Integer(required=True)
    kind = fields.String(required=True, metadata={"description": "What is asked for, in a word of the title."})
    deadline = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When its time is up, ms since 1970; null: never."}
    )


class AwaitingAnswer(Schema):
    decisions = fields.List(fields.Nested(DecisionAnswer), required=True)
    step = fields.String(required=True, allow_none=True)
    deadline = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The earliest deadline, ms since 1970."}
    )


class YouAnswer(Schema):
    seat = fields.Integer(required=True)


class SheetAnswer(Schema):
    seat = fields.Integer(required=True)
    total = fields.Integer(required=True)
    categories = fields.Dict(
        fields.String(),
        fields.Integer(),
        required=True,
        metadata={"description": "The points by category; they add up to the total."},
    )
    notes = fields.Dict(required=True)


class ResultAnswer(Schema):
    ranking = fields.List(fields.List(fields.Integer()), required=True)
    scores = fields.List(fields.Integer(), required=True)
    sheets = fields.List(fields.Nested(SheetAnswer), required=True)
    secret = fields.String(
        required=True, metadata={"description": "Hex; its SHA-256 is the commitment. Empty while the game is sealed."}
    )


class TournamentTableAnswer(Schema):
    """A table of a tournament."""

    id = fields.String(required=True, metadata={"description": "The tournament's id."})
    round = fields.Integer(required=True, metadata={"description": "The number of the round, from 1."})
    table = fields.Integer(required=True, metadata={"description": "The number of the table in its round, from 1."})


class ParentAnswer(Schema):
    """The game that a fork goes on from."""

    game = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True, metadata={"description": "The parent's chain hash there."})
    exact = fields.Boolean(required=True, metadata={"description": "False for a sandbox with re-dealt secrets."})


class ClockAnswer(Schema):
    per_move_s = fields.Integer(required=True, allow_none=True)
    bank_s = fields.Integer(required=True, allow_none=True)
    increment_s = fields.Integer(required=True)
    on_timeout = fields.String(required=True)


class LegalMove(Schema):
    move = fields.Dict(required=True, metadata={"x-move": True})
    text = fields.String(required=True)


class UndoAnswer(Schema):
    to = fields.Integer(required=True, metadata={"description": "The event that cannot be gone behind."})
    steps = fields.List(fields.Integer(), required=True, metadata={"description": "Own acts, latest first."})


class MovesAnswer(Schema):
    seq = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    decision = fields.Nested(DecisionAnswer, required=True, allow_none=True)
    moves = fields.List(fields.Nested(LegalMove), required=True)
    more = fields.Boolean(required=True, metadata={"description": "Ask on with `offset`."})
    undo = fields.Nested(UndoAnswer, required=True, allow_none=True)


class PositionAnswer(Schema):
    seq = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    edition = fields.Integer(required=True, metadata={"description": "Of the title, by which the game is played."})
    state = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The state of the title, for the `moothall` library of the same version as the server "
            "(`moothall.Client.position`). Opaque: nothing is promised of its inside. Null before the game has begun."
        },
    )


INCLUDED_MOVES = fields.Nested(
    MovesAnswer,
    allow_none=True,
    metadata={"description": "With `include=moves`: what GET moves says now; null if you are not asked."},
)


class GameAnswer(Schema):
    """A game as its caller may see it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.String(required=True)
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    options = fields.Dict(required=True)
    tags = fields.List(fields.String(), required=True, metadata={"description": "To find the game by."})
    private = fields.Boolean(required=True)
    rated = fields.Boolean(required=True)
    substitute = fields.String(
        required=True, metadata={"description": "The level of the AI that takes over the seat of who resigns."}
    )
    created_at = fields.Integer(required=True)
    creator = fields.String(required=True)
    awaiting = fields.Nested(AwaitingAnswer, required=True)
    you = fields.Nested(YouAnswer, required=True, allow_none=True)
    state = fields.Dict(required=True, allow_none=True, metadata={"x-view": True})
    result = fields.Nested(ResultAnswer, required=True, allow_none=True)
    adjudicated = fields.Boolean(
        required=True, metadata={"description": "Whether the organiser ended the game and gave the ranking."}
    )
    commitment = fields.String(required=True)
    edition = fields.Integer(required=True)
    content_hash = fields.String(required=True)
    organiser = fields.String(required=True, allow_none=True)
    paused = fields.Boolean(required=True)
    agreed = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "Seats that ask for a pause; in a pause, those that ask to go on."},
    )
    clock = fields.Nested(ClockAnswer, required=True, allow_none=True)
    parent = fields.Nested(ParentAnswer, required=True, allow_none=True)
    tournament = fields.Nested(
        TournamentTableAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "Which table of a tournament it is; null: of none."},
    )
    sealed = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether other tables play the same deal: until they are over the game is private, its "
            "secret is not told, and what is hidden in it stays so."
        },
    )
    views = fields.List(fields.Dict(), metadata={"description": "With `as=all`: the view of every seat."})
    full = fields.Dict(metadata={"description": "With `as=all`: the whole state, nothing hidden."})
    moves = INCLUDED_MOVES


class ViewsAnswer(Schema):
    """The game after each event, as its caller may see it."""

    views = fields.List(
        fields.Nested(GameAnswer), required=True, metadata={"description": "The game after each event, in order."}
    )
    seq = fields.Integer(required=True, metadata={"description": "Where the game is now."})
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})


class SeatBrief(Schema):
    seat = fields.Integer(required=True)
    kind = fields.String(required=True, metadata={"description": "`human` or `ai`."})
    player = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    reserved = fields.Nested(
        ReservedAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The one player who can take the seat; null: it is kept for nobody."},
    )


class ResultBrief(Schema):
    """How a game ended."""

    ranking = fields.List(
        fields.List(fields.Integer()),
        required=True,
        metadata={"description": "Groups of seats, the best first, equals together."},
    )
    scores = fields.List(fields.Integer(), required=True, metadata={"description": "By seat."})


class GameBrief(Schema):
    id = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.String(required=True)
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatBrief), required=True)
    awaiting = fields.List(fields.Integer(), required=True, metadata={"description": "The seats that owe a decision."})
    private = fields.Boolean(required=True)
    rated = fields.Boolean(required=True)
    creator = fields.String(required=True)
    created_at = fields.Integer(required=True)
    updated_at = fields.Integer(required=True)
    organiser = fields.String(required=True, allow_none=True)
    tags = fields.List(fields.String(), required=True, metadata={"description": "To find the game by."})
    result = fields.Nested(
        ResultBrief,
        required=True,
        allow_none=True,
        metadata={"description": "null until the game is finished, and for one that was annulled."},
    )
    tournament = fields.Nested(
        TournamentTableAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "Which table of a tournament it is; null: of none."},
    )
    your_seat = fields.Integer(allow_none=True)
    your_turn = fields.Boolean()
    your_reserved_seat = fields.Integer(
        allow_none=True, metadata={"description": "A free seat that is kept for you; null: there is none."}
    )


class GameList(Schema):
    games = fields.List(fields.Nested(GameBrief), required=True)
    next = fields.String(required=True, allow_none=True)


class EventAnswer(Schema):
    """An event as its caller may see it; `hidden` stands for a change that is secret."""

    seq = fields.Integer(required=True)
    at = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    step = fields.String(required=True, allow_none=True)
    move = fields.Dict(required=True, allow_none=True, metadata={"x-move": True})
    changes = fields.List(fields.Dict(metadata={"x-change": True}), required=True)
    text = fields.List(fields.String(), required=True, metadata={"description": "Lines of English: what happened."})
    undone = fields.List(fields.Integer(), required=True)
    digest = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The digest of the game's facts after the event; null until the game is over."},
    )
    hash = fields.String()


class PlayedAnswer(Schema):
    seq = fields.Integer(required=True)
    status = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "How the game stands: `active` or over. null only in a dry run of what would make something "
            "random or hidden known."
        },
    )
    events = fields.List(fields.Nested(EventAnswer), required=True)
    awaiting = fields.Nested(
        AwaitingAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "null only in a dry run of what would make something random or hidden known."},
    )
    moves = INCLUDED_MOVES
    state = fields.Dict(allow_none=True, metadata={"x-view": True, "description": "With `include=state`: your view."})


class PreviewAnswer(Schema):
    """What would come of a candidate, as a dry run tells it; of one that is not legal, the rule that refuses it."""

    legal = fields.Boolean(required=True, metadata={"description": "Whether it could be made."})
    events = fields.List(
        fields.Nested(EventAnswer), metadata={"description": "What would happen, as you would see it; if legal."}
    )
    awaiting = fields.Nested(
        AwaitingAnswer,
        allow_none=True,
        metadata={
            "description": "Who would be awaited; if legal. null where something random or hidden would become known."
        },
    )
    scores = fields.List(
        fields.Integer(),
        allow_none=True,
        metadata={"description": "The scores afterwards, by seat; if legal. null where `awaiting` is."},
    )
    rule = fields.String(metadata={"description": "The id of the rule that refuses it; if not legal."})
    detail = fields.String(metadata={"description": "Why, in English; if not legal."})
    position = fields.Integer(
        allow_none=True, metadata={"description": "Which of several moves is refused; if not legal."}
    )


class PreviewsAnswer(Schema):
    seq = fields.Integer(required=True, metadata={"description": "The version that all were tried on."})
    previews = fields.List(
        fields.Nested(PreviewAnswer), required=True, metadata={"description": "In the order of the candidates."}
    )


class TicketAnswer(Schema):
    """A way into one stream."""

    ticket = fields.String(required=True, metadata={"description": "Shown this once; good for one use."})
    stream = fields.String(required=True, metadata={"description": "Where it is good: send it there as `?ticket=`."})
    expires_at = fields.Integer(required=True, metadata={"description": "Until when, ms since 1970."})


class EventsAnswer(Schema):
    events = fields.List(fields.Nested(EventAnswer), required=True)
    seq = fields.Integer(required=True, metadata={"description": "The number of the game's latest event."})
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})


class TotalsAnswer(Schema):
    seq = fields.Integer(required=True)
    scores = fields.List(fields.Integer(), required=True, metadata={"description": "The totals, by seat."})


class ScoresAnswer(Schema):
    seq = fields.Integer(required=True)
    sheets = fields.List(fields.Nested(SheetAnswer), required=True)
    timeline = fields.List(fields.Nested(TotalsAnswer), required=True)


class KeyAnswer(Schema):
    id = fields.String(required=True)
    public_key = fields.String(required=True, metadata={"description": "Ed25519, 32 bytes in hex."})
    created_at = fields.Integer(required=True)
    current = fields.Boolean(required=True, metadata={"description": "Whether it signs what is exported now."})


class KeyList(Schema):
    keys = fields.List(fields.Nested(KeyAnswer), required=True, metadata={"description": "The keys, newest first."})


class VerdictAnswer(Schema):
    ok = fields.Boolean(required=True, allow_none=True, metadata={"description": "null: it could not be checked."})
    seq = fields.Integer(required=True, allow_none=True, metadata={"description": "The first bad event; 0: header."})
    why = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "What is wrong, or why it could not be checked; null if all is well."},
    )


class VerdictsAnswer(Schema):
    chain = fields.Nested(VerdictAnswer, required=True)
    replay = fields.Nested(VerdictAnswer, required=True)
    rules = fields.Nested(
        VerdictAnswer, required=True, metadata={"description": "Whether every move was legal when it was made."}
    )
    draws = fields.Nested(VerdictAnswer, required=True)


class SignedBy(Schema):
    key = fields.String(
        required=True, allow_none=True, metadata={"description": "The id of the key; null if it is not signed."}
    )
    trusted = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "Whether the signature is good and the key one of this server; null if it is not signed."
        },
    )


class AuditAnswer(Schema):
    game = fields.String(required=True)
    title = fields.String(required=True)
    seq = fields.Integer(required=True)
    ok = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "Whether all four verdicts are good; null if one could not be had."},
    )
    signed_by = fields.Nested(SignedBy, required=True, metadata={"description": "Who signed the record."})
    verdicts = fields.Nested(VerdictsAnswer, required=True)


class HealthAnswer(Schema):
    status = fields.String(required=True, metadata={"description": "`alive` or `ready`."})


class ProblemKind(Schema):
    """A page of the catalogue of problems."""

    type = fields.String(required=True, metadata={"description": "The `type` that such problems have."})
    status = fields.Integer(required=True, metadata={"description": "Their HTTP status."})
    title = fields.String(required=True, metadata={"description": "What it is called."})
    means = fields.String(required=True, metadata={"description": "What has happened."})
    do = fields.String(required=True, metadata={"description": "What to do about it."})


class ProblemKinds(Schema):
    problems = fields.List(
        fields.Nested(ProblemKind), required=True, metadata={"description": "Every kind of problem."}
    )


class SearchEntry(Schema):
    """Something that can be found on the pages."""

    kind = fields.String(
        required=True,
        metadata={"description": "`operation`, `problem`, `rule`, `move`, `component` or `effect`."},
    )
    name = fields.String(required=True)
    place = fields.String(required=True, metadata={"description": "The address of the page, with the place on it."})
    text = fields.String(required=True, metadata={"description": "What it says."})
    more = fields.String(required=True, metadata={"description": "The title that it belongs to, if to one."})
