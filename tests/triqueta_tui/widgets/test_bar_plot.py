"""A plot of bars: half a cell is the smallest step, and bars below zero hang."""

from tests.triqueta_tui.bare import MakeApp
from triqueta_tui.widgets.bar_plot import BarPlot
from triqueta_tui.widgets.canvas import Canvas


def drawn(plot: BarPlot, width: int, height: int) -> list[str]:
    canvas = Canvas(width, height)
    plot.draw(canvas)
    return ["".join(text for text, _ in line).rstrip() for line in canvas.cells]


async def test_bars_stand_on_zero_and_hang_from_it(make_app: MakeApp) -> None:
    async with make_app().run_test():
        plot = BarPlot()
        plot.show((4, 8, 1, 0))
        assert drawn(plot, 6, 4) == ["8  █", "   █", "  ██", "0 ██▄·"]
        plot.show((4, -4, 2))
        assert drawn(plot, 6, 4) == [" 4 █", "   █ █", " 0  █", "−4  █"]

        # What is marked has a sign below it.
        plot.show((1, 2), (False, True))
        assert drawn(plot, 4, 3) == ["2  █", "  ██", "   ✓"]

        # Where there is no room for all, the newest are shown.
        plot.show((9, 9, 9, 1, 9))
        assert drawn(plot, 4, 3)[0] == "9  █"
        plot.show((3, 3))
        assert drawn(plot, 8, 2) == ["3 ██ ██", "  ██ ██"]
        plot.show(())
        assert drawn(plot, 8, 2) == ["", ""]
