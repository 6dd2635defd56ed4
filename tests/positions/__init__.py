"""Makes the positions that are shipped with the program: ``make positions``."""
