"""Games: loaded from the event store and kept, written, read, followed live; their records and audits."""
