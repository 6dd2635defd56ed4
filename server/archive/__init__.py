"""Finished games: what is kept of them, and what is worked out from them."""
