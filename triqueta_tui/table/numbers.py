"""Numbers as a scoresheet shows them."""


def signed(points: int) -> str:
    """Points with their sign; the minus is U+2212, as wide as the plus."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"
