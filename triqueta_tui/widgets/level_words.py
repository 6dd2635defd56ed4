"""How strong a bot is, in words."""

from triqueta_tui.locale import say_first


def level_words(game: str, level: str) -> str:
    """A level in the game's own words or those of all games; as it is, if a newer server has another one."""
    return say_first(f"{game}.levels.{level}", f"rooms.levels.{level}", otherwise=level)
