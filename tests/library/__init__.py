"""The public library."""
