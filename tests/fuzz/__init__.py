"""Everything that a server should not get, while honest tables of all games play beside it."""
