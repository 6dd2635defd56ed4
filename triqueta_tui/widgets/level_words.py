"""How strong a bot is, in words."""

from triqueta_tui.locale import say_first


def level_words(game: str, level: str) -> str:
    """A bot's level in the game's own words or those of all games; unchanged if it has none."""
    return say_first(f"{game}.levels.{level}", f"rooms.levels.{level}", otherwise=level)
