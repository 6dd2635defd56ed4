"""The client as a server's front doors run it, for people who have none: confined, and leaving no trace."""
