"""An evening among friends on a network of their own, with the real programs: ``python -m tests.evening``."""
