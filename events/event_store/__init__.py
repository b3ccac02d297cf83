"""The event store: compare-and-append on Redis streams, what is stored, snapshots, packed logs."""
