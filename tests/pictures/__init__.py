"""Pictures of the screens, to look at: ``python -m tests.pictures``."""
