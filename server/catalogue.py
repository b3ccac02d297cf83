"""The catalogue of problems: what each type means and what to do about it. Served under the types themselves."""

from __future__ import annotations

from typing import NamedTuple

from moothall.server.problems import KINDS, Kind


class Page(NamedTuple):
    """What a client developer wants to know."""

    means: str
    do: str


PAGES = {
    "unauthorized": Page(
        "The operation needs a bearer token and none was sent, or the one that was sent is not, or no longer, a token "
        "of this server. A bad token is refused everywhere, even where none is needed.",
        "Register with `POST /v1/players` and send the token as `Authorization: Bearer <token>`. If it worked before, "
        "it was rotated or revoked: use its successor, or another token of the account.",
    ),
    "insufficient-scope": Page(
        "The token is good, but not for this: it lacks the scope that `scope` names. `read` lets it look, `play` act "
        "in games; `organise` and `admin` are granted by whoever runs the server.",
        "Use a token of the account that has the scope, or make one with `POST /v1/me/tokens`. Waiting does not help.",
    ),
    "not-your-turn": Page(
        "You have no seat in the game, or your seat owes no decision now; or it is the organiser's to do, and you are "
        "not the organiser of this game or tournament.",
        "Look at `awaiting` in `GET /v1/games/{game_id}`. Follow the game, or wait with `?wait=`, and move when your "
        "seat is awaited.",
    ),
    "not-found": Page(
        "There is nothing under this address: no such route, title, rule, game, tournament, round or event; or a "
        "private game in which you have no part.",
        "Check the address. The routes are listed under `/docs`. Asking again does not help.",
    ),
    "conflict": Page(
        "The game (or the tournament) has moved on: the decision you name is closed, or others were faster again and "
        "again. `seq` tells where it is now. Nothing of your request was stored.",
        "Read the game or its moves again, decide on what is true now, and post that.",
    ),
    "quota-reached": Page(
        "Your account has `most` of what `limit` names: `open_games` (games that you have made and that are not over), "
        "`ai_games` (those among them in which no person has a seat), `tokens` or `webhooks`. Nothing was stored.",
        "Play games to their end or abort those that have not begun; revoke tokens, delete webhooks. Waiting helps "
        "only with games that end by themselves.",
    ),
    "name-taken": Page(
        "Somebody else is called what you want to be called, or so like it that you could be taken for each other: in "
        "capitals or small letters, or with letters that look alike, of whatever script. Nothing was stored.",
        "Choose another name. Adding a letter or a number will do.",
    ),
    "not-over": Page(
        "What you ask for is there once the game has been played to its end, since it would tell what is still hidden.",
        "Wait for the end: follow the game, or have a webhook told of it. An aborted game never gets there.",
    ),
    "precondition-failed": Page(
        "`If-Match` names a version that is not the newest of the game or tournament; `seq` is. Nothing was stored.",
        "Read it again and decide anew; leave `If-Match` out if any version will do.",
    ),
    "illegal-move": Page(
        "The rules do not allow the move, or what was asked of a tournament. `rule` is the number of the rule that "
        "refuses it, `detail` says why. With several moves, `errors` says which; none of them was made.",
        "Read the rule at `GET /v1/titles/{slug}/rules/{rule_id}`; those of tournaments, which begin with `TN`, stand "
        "at `/docs/tournaments` as well. Every move in `GET /v1/games/{game_id}/moves` is legal.",
    ),
    "invalid-request": Page(
        "The request can be read, but fields are missing, unknown, or of the wrong type or value. `errors` names each "
        "by its path.",
        "Correct the fields; the operation's schema is in `/openapi.yaml`. Sending the same again does not help.",
    ),
    "idempotency-key-reused": Page(
        "The `Idempotency-Key` stands for another request that you have already made in this game.",
        "Use a new key for every new request, and an old one only to repeat exactly the same request.",
    ),
    "malformed-request": Page(
        "The request cannot be read: it is no HTTP, the body is not JSON, or a header has a value that makes no sense. "
        "`errors` says where, as far as that can be told.",
        "Correct the request. Sending the same again does not help.",
    ),
    "method-not-allowed": Page(
        "The address exists, but not with this method.",
        "Use one of the methods that `Allow` lists.",
    ),
    "body-too-large": Page(
        "The body is larger than this server takes (64 KiB unless it was set otherwise).",
        "Send less at once: moves can be posted one by one.",
    ),
    "unsupported-media-type": Page(
        "The body is not declared as JSON.",
        "Send it as JSON with `Content-Type: application/json`.",
    ),
    "rate-limited": Page(
        "You have asked too often; `limit` names the limit: `read` for reading, `create` for making games, tokens and "
        "the like, `register` for new accounts, `refused` for requests that are refused. An account is counted with "
        "all its tokens, and all accounts of one address are counted together. A legal move in your own turn is never "
        "limited.",
        "Wait as many seconds as `Retry-After` says. `RateLimit` in every answer tells how much is left. To learn of "
        "news, follow a stream instead of asking again and again.",
    ),
    "too-many-open": Page(
        "Your account or your address has as many connections or live streams (long polls included) as it may have at "
        "the same time; `limit` names which. Players are served first: without a token there is less room.",
        "Close those that you no longer read; one stream of `GET /v1/me/events` tells of all your games. Keep "
        "connections and use them again. Otherwise wait as many seconds as `Retry-After` says.",
    ),
    "crowded": Page(
        "The server has as many connections, or followers, as it can have. It keeps room for those who play: with a "
        "token you are among them.",
        "Wait as many seconds as `Retry-After` says, and a little longer each time.",
    ),
    "too-slow": Page(
        "The request, head and body together, took too long to arrive (20 seconds unless the server was set "
        "otherwise). Nothing was done.",
        "Send it again, all of it at once.",
    ),
    "http-error": Page(
        "The request was refused before it reached the API, for a reason that its status names.",
        "See what the status means, and correct the request.",
    ),
    "newer-game": Page(
        "The game was created or continued by a later version of this server than the process that got your request: "
        "the servers are being exchanged. Nothing was stored.",
        "Send the same request again after as many seconds as `Retry-After` says.",
    ),
    "unavailable": Page(
        "The event log is out of reach. Nothing was half written, but whether a request that got this answer was "
        "carried out cannot be told from here.",
        "Send the same request again, with the same `Idempotency-Key`, after as many seconds as `Retry-After` says: "
        "what was done is not done twice.",
    ),
    "not-yet-safe": Page(
        "The request was carried out and stands in the event log, where others may see it already; but fewer replicas "
        "than this server wants have it so far. If the machine that has it were lost now, it would be lost too.",
        "Send the same request again, with the same `Idempotency-Key`, after as many seconds as `Retry-After` says. "
        "You get the first answer as soon as it is safe, and nothing is done twice; should it have been lost, it is "
        "done anew. Without a key, look at the game before you ask again.",
    ),
    "internal-error": Page(
        "A mistake on our side. It has been logged under the `request_id`; the game is as it was.",
        "Tell whoever runs the server the `request_id`.",
    ),
}


def find(slug: str) -> tuple[Kind, Page] | None:
    """The kind of that slug with its page."""
    kind = next((kind for kind in KINDS if kind.slug == slug), None)
    return (kind, PAGES[slug]) if kind is not None else None
