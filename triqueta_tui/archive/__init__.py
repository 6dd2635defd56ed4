"""Finished games: list, statistics, leaderboard, export and import."""
