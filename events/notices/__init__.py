"""What players are told of their games: inboxes, and webhooks that carry them out of the house."""
