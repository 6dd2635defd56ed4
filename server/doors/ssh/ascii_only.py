"""The client's picture for a terminal that shows nothing but ASCII: every cell stays where it is."""

import codecs
from typing import Final

from wcwidth import wcwidth

_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("─━═╌┄┈╴╶╸╺", "-"),
        **dict.fromkeys("│┃║╎┆┊╵╷╹╻", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"),
        **dict.fromkeys("█▇▆▅▀▄▌▐▟▙▛▜▓▒◆■", "#"),
        **dict.fromkeys("░▁▂▃▔▏▕▎▊▖▗▘▝▞▚", ":"),
        **dict.fromkeys("•·●○◦∙", "o"),
        **dict.fromkeys("▲△↑▴", "^"),
        **dict.fromkeys("▼▽↓▾", "v"),
        **dict.fromkeys("◀←◂‹", "<"),
        **dict.fromkeys("▶→▸›", ">"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("–—−‐", "-"),
        "✓": "v",
        "✗": "x",
        "×": "x",
        "…": "~",
        "\u00a0": " ",
    }
)


class Plain:
    """Turns the client's UTF-8 into ASCII of the same width."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def feed(self, drawn: bytes) -> bytes:
        text = self._decoder.decode(drawn).translate(_ALIKE)
        if text.isascii():
            return text.encode()
        return "".join(letter if letter.isascii() else _stand_in(letter) for letter in text).encode()


def _stand_in(letter: str) -> str:
    return "?" * max(0, wcwidth(letter))
