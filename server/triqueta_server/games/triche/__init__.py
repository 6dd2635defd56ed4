"""Triché's rules: carrés, fitting cards, conquests and swaps, rounds to the target."""
