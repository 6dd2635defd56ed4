"""The table in the terminal: shows what it is told and sends what the player chose."""
