"""Accidents under load: a server with many tables is killed, cut off and starved, and nobody loses a move."""
