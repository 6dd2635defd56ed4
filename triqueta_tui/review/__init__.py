"""An expert goes through a finished game: chances over time, costly decisions, luck and skill."""
