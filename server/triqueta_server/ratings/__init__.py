"""Ratings: the model, the fixed ratings of bots, and the current ratings of all players."""
