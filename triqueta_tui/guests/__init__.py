"""The client as a server's doors run it, for people who have none: confined, and leaving no trace."""
