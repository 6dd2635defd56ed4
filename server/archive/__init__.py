"""Finished games: found for those who may see them, replayed, and written to files."""
