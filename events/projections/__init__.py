"""What is derived from the logs: the lobby, profiles, inboxes, webhooks, ratings."""
