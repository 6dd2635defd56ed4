"""The expert's review of a finished game: chances over time, costly decisions, luck and skill."""
