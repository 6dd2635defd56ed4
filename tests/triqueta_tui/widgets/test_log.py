"""The log makes room without moving every line each time."""

from textual.app import App, ComposeResult

from triqueta_tui.themes import defaults
from triqueta_tui.widgets.log import Log


class LogApp(App[None]):
    """Nothing but a log."""

    def __init__(self) -> None:
        super().__init__()
        self.sentences: list[str] = []
        self.board = Log(self.sentences, id="log")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return defaults([])

    def compose(self) -> ComposeResult:
        yield self.board

    def add(self, *sentences: str) -> list[str]:
        """Write sentences down and read what is shown."""
        self.sentences += sentences
        self.board.redraw()
        height = self.board.size.height
        return [text for y in range(height) if (text := self.board.render_line(y).text.strip())]


async def test_a_log_fills_from_the_top_and_then_jumps_by_half() -> None:
    app = LogApp()
    async with app.run_test(size=(30, 8)):
        assert app.add(*(f"move {number}" for number in range(8))) == [
            f"move {number}" for number in range(8)
        ]
        assert app.add("move 8") == [f"move {number}" for number in range(5, 9)]
        assert app.add("move 9") == [f"move {number}" for number in range(5, 10)]


async def test_a_small_log_shows_the_latest_lines() -> None:
    app = LogApp()
    async with app.run_test(size=(30, 2)):
        app.add("one", "two")
        assert app.add("three") == ["two", "three"]


async def test_long_sentences_are_broken_between_words_and_wide_letters() -> None:
    app = LogApp()
    async with app.run_test(size=(20, 8)):
        assert app.add("Björn: one token kept face down") == ["Björn: one token", "kept face down"]
        assert app.add("野豬放到第二行野豬放到第二行")[-2:] == ["野豬放到第二行野", "豬放到第二行"]
