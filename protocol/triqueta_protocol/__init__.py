"""The protocol of client and server: typed messages, encoding, error codes, and the pure model of each game.

It does no I/O and imports neither side. ``games`` has what both sides need of a game: cards and boards,
points, shuffles, options, actions and views.
"""
