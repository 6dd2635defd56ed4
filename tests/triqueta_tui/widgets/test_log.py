"""The log makes room without moving every line each time."""

from textual.app import App, ComposeResult
from textual.color import Color

from triqueta_tui.themes import defaults
from triqueta_tui.widgets.log import Log
from triqueta_tui.widgets.prose import Sentence


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


async def test_when_something_is_taken_back_what_came_before_is_shown_again() -> None:
    app = LogApp()
    async with app.run_test(size=(30, 8)):
        app.add(*(f"move {number}" for number in range(12)))
        del app.sentences[9:]
        assert app.add("taken back") == [*(f"move {number}" for number in range(2, 9)), "taken back"]


async def test_a_log_of_another_height_is_full() -> None:
    app = LogApp()
    async with app.run_test(size=(30, 8)) as pilot:
        app.add(*(f"move {number}" for number in range(12)))
        for height in (7, 10):
            app.board.styles.height = height
            await pilot.pause()
            assert app.add() == [f"move {number}" for number in range(12 - height, 12)]


async def test_long_sentences_are_broken_between_words_and_wide_letters() -> None:
    app = LogApp()
    async with app.run_test(size=(20, 8)):
        assert app.add("Björn: one token kept face down") == ["Björn: one token", "kept face down"]
        assert app.add("野豬放到第二行野豬放到第二行")[-2:] == ["野豬放到第二行野", "豬放到第二行"]


async def test_what_does_not_fit_is_said_in_fewer_words_or_cut_with_a_mark() -> None:
    app = LogApp()
    async with app.run_test(size=(20, 1)):
        long = (("Björn", "$primary"), (" hat Reihe 3 genommen", ""))
        assert app.add(Sentence(long, (("Björn: Reihe 3", ""),))) == ["Björn: Reihe 3"]
        assert app.add(Sentence(long)) == ["Björn hat Reihe 3…"]
        assert app.add("野豬放到第二行野豬放到第二行") == ["野豬放到第二行野…"]


async def test_a_colour_of_the_theme_is_a_colour_on_the_screen() -> None:
    app = LogApp()
    async with app.run_test(size=(40, 4)):
        app.add(Sentence((("Bo", "$primary"), (" sat down", ""))), "Cy sat down")
        name, *_, rest = [segment for segment in app.board.render_line(0) if segment.text.strip()]
        assert (name.text, rest.text.strip()) == ("Bo", "sat down")
        assert name.style is not None
        assert name.style.color == Color.parse(app.theme_variables["primary"]).rich_color
        assert rest.style is not None
        assert rest.style.color != name.style.color
