"""Finished games: the list of them, statistics, the leaderboard, and what can be taken along."""
