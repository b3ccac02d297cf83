"""The log of every game, and the only ways through it. Knows Redis; knows no rules.

keys, errors   every key name; everything that is raised on purpose
redis_client/  how Redis is reached: one of it, Sentinel or Cluster
event_store/   the streams and what is stored in them: append, load, snapshot, pack, upcast
records/       records, bundles, signatures; a record played back
audit/         the verdicts on a record, from the file alone
games/         the ways through the log of one game: commands write, queries read, followers are told
accounts/      players, names, tokens, quotas, tickets: what is not event-sourced
projections/   what is derived from the logs: the lobby, profiles, inboxes, webhooks, ratings
tournaments/   the logs of tournaments, and the ways through them
backup/        all of it in one file, and back

Each may know those above it, as far as pyproject.toml (import-linter) says so.
"""

if __name__ != "moothall.events":
    raise ImportError("import moothall.events", name=__name__)
