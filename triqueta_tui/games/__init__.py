"""The games of this program, each in a package of its own; ``game.PACKAGES`` lists them."""
