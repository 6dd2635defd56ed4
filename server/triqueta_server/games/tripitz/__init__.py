"""Tripitz's rules: stones in lines of three and four on a board of hexagons, exchanges, jokers."""
