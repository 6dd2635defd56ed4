"""The terminal client: shows what the server sends, and sends what the player chose."""
