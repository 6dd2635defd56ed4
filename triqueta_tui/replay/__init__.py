"""Finished games, shown again step by step on the table of their game."""
