"""What clients get. Answers are built as bytes and never dumped through these: they are for the documentation, and a
test holds real answers against them."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from events.players import SCOPES


class Problem(Schema):
    """RFC 9457."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String()
    request_id = fields.String(allow_none=True)
    errors = fields.Dict(fields.String(), fields.List(fields.String()), metadata={"description": "By path."})
    rule = fields.String(metadata={"description": "The id of the rule that refuses the move."})
    seq = fields.Integer(metadata={"description": "Where the game is now."})
    scope = fields.String(metadata={"description": "The scope that the token lacks."})
    limit = fields.String(metadata={"description": "The name of the limit that was reached."})
    most = fields.Integer(metadata={"description": "How many there may be of what `limit` names."})
    retry_after = fields.Integer(metadata={"description": "Seconds to wait, as in Retry-After."})


class PlayerAnswer(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    kind = fields.String(required=True)
    created_at = fields.Integer(required=True)
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        metadata={"description": "What the token that asked may do."},
    )


class Registered(PlayerAnswer):
    token = fields.String(required=True, metadata={"description": "Shown this once; only its hash is kept."})


class TokenAnswer(Schema):
    """A token without its secret."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)
    created_at = fields.Integer(required=True)
    current = fields.Boolean(required=True, metadata={"description": "Whether it is the one that asks."})


class TokenList(Schema):
    tokens = fields.List(fields.Nested(TokenAnswer), required=True)


class NewTokenAnswer(TokenAnswer):
    token = fields.String(required=True, metadata={"description": "Shown this once; only its hash is kept."})


class PlayersRange(Schema):
    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class TitleBrief(Schema):
    slug = fields.String(required=True)
    name = fields.String(required=True)
    players = fields.Nested(PlayersRange, required=True)
    edition = fields.Integer(required=True)
    content_hash = fields.String(required=True)


class TitleList(Schema):
    titles = fields.List(fields.Nested(TitleBrief), required=True)


class MoveKind(Schema):
    type = fields.String(required=True)
    text = fields.String(required=True)
    parameters = fields.List(fields.String(), required=True)


class TitleAnswer(TitleBrief):
    editions = fields.List(fields.Integer(), required=True, metadata={"description": "Every edition there is."})
    options = fields.Dict(required=True, metadata={"description": "A JSON Schema of the options."})
    levels = fields.List(fields.String(), required=True)
    moves = fields.List(fields.Nested(MoveKind), required=True)
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
    id = fields.String(required=True)
    section = fields.String(required=True)
    text = fields.String(required=True)
    provenance = fields.String(required=True)


class RulesAnswer(Schema):
    slug = fields.String(required=True)
    edition = fields.Integer(required=True)
    sections = fields.Dict(fields.String(), fields.String(), required=True)
    rules = fields.List(fields.Nested(RuleAnswer), required=True)


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
    score = fields.Integer(required=True, allow_none=True)


class DecisionAnswer(Schema):
    seat = fields.Integer(required=True)
    id = fields.Integer(required=True)
    kind = fields.String(required=True)
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
    categories = fields.Dict(fields.String(), fields.Integer(), required=True)
    notes = fields.Dict(required=True)


class ResultAnswer(Schema):
    ranking = fields.List(fields.List(fields.Integer()), required=True)
    scores = fields.List(fields.Integer(), required=True)
    sheets = fields.List(fields.Nested(SheetAnswer), required=True)
    secret = fields.String(required=True, metadata={"description": "Hex; its SHA-256 is the commitment."})


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


class GameAnswer(Schema):
    """A game as its caller may see it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.String(required=True)
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    options = fields.Dict(required=True)
    private = fields.Boolean(required=True)
    substitute = fields.String(
        required=True, metadata={"description": "The level of the AI that takes over the seat of who resigns."}
    )
    created_at = fields.Integer(required=True)
    creator = fields.String(required=True)
    awaiting = fields.Nested(AwaitingAnswer, required=True)
    you = fields.Nested(YouAnswer, required=True, allow_none=True)
    state = fields.Dict(required=True, allow_none=True, metadata={"x-view": True})
    result = fields.Nested(ResultAnswer, required=True, allow_none=True)
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
    views = fields.List(fields.Dict(), metadata={"description": "With `as=all`: the view of every seat."})
    full = fields.Dict(metadata={"description": "With `as=all`: the whole state, nothing hidden."})


class SeatBrief(Schema):
    seat = fields.Integer(required=True)
    kind = fields.String(required=True)
    player = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)


class GameBrief(Schema):
    id = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.String(required=True)
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatBrief), required=True)
    awaiting = fields.List(fields.Integer(), required=True)
    private = fields.Boolean(required=True)
    creator = fields.String(required=True)
    created_at = fields.Integer(required=True)
    updated_at = fields.Integer(required=True)
    organiser = fields.String(required=True, allow_none=True)
    your_seat = fields.Integer(allow_none=True)
    your_turn = fields.Boolean()


class GameList(Schema):
    games = fields.List(fields.Nested(GameBrief), required=True)
    next = fields.String(required=True, allow_none=True)


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


class EventAnswer(Schema):
    """An event as its caller may see it; `hidden` stands for a change that is secret."""

    seq = fields.Integer(required=True)
    at = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    step = fields.String(required=True, allow_none=True)
    move = fields.Dict(required=True, allow_none=True, metadata={"x-move": True})
    changes = fields.List(fields.Dict(metadata={"x-change": True}), required=True)
    text = fields.List(fields.String(), required=True)
    undone = fields.List(fields.Integer(), required=True)
    digest = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The digest of the game's facts after the event; null until the game is over."},
    )
    hash = fields.String()


class PlayedAnswer(Schema):
    seq = fields.Integer(required=True)
    events = fields.List(fields.Nested(EventAnswer), required=True)
    awaiting = fields.Nested(
        AwaitingAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "null only in a dry run of what would make something random or hidden known."},
    )


class EventsAnswer(Schema):
    events = fields.List(fields.Nested(EventAnswer), required=True)
    seq = fields.Integer(required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})


class TotalsAnswer(Schema):
    seq = fields.Integer(required=True)
    scores = fields.List(fields.Integer(), required=True)


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
    keys = fields.List(fields.Nested(KeyAnswer), required=True)


class VerdictAnswer(Schema):
    ok = fields.Boolean(required=True, allow_none=True, metadata={"description": "null: it could not be checked."})
    seq = fields.Integer(required=True, allow_none=True, metadata={"description": "The first bad event; 0: header."})
    why = fields.String(required=True, allow_none=True)


class VerdictsAnswer(Schema):
    chain = fields.Nested(VerdictAnswer, required=True)
    replay = fields.Nested(VerdictAnswer, required=True)
    rules = fields.Nested(VerdictAnswer, required=True)
    draws = fields.Nested(VerdictAnswer, required=True)


class SignedBy(Schema):
    key = fields.String(required=True, allow_none=True)
    trusted = fields.Boolean(required=True, allow_none=True)


class AuditAnswer(Schema):
    game = fields.String(required=True)
    title = fields.String(required=True)
    seq = fields.Integer(required=True)
    ok = fields.Boolean(required=True, allow_none=True)
    signed_by = fields.Nested(SignedBy, required=True)
    verdicts = fields.Nested(VerdictsAnswer, required=True)


class HealthAnswer(Schema):
    status = fields.String(required=True)


class ProblemKind(Schema):
    """A page of the catalogue of problems."""

    type = fields.String(required=True)
    status = fields.Integer(required=True)
    title = fields.String(required=True)
    means = fields.String(required=True)
    do = fields.String(required=True, metadata={"description": "What to do about it."})


class ProblemKinds(Schema):
    problems = fields.List(fields.Nested(ProblemKind), required=True)
