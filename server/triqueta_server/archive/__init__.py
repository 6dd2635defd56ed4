"""Finished games: access, lists, replays, reviews, and files."""
