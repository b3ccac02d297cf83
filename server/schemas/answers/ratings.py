"""Ratings and leaderboards."""

from __future__ import annotations

from marshmallow import Schema, fields


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
