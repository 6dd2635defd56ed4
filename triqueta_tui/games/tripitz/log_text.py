"""What happened in a game of Tripitz, as sentences for the log."""

from msgspec import Struct

from triqueta_protocol.games import tripitz
from triqueta_tui.games.tripitz.figure_words import figures
from triqueta_tui.games.tripitz.stone_words import brief_name, coloured, full_name
from triqueta_tui.table.log_text import Gap, LogText, sentence
from triqueta_tui.table.numbers import signed
from triqueta_tui.widgets.prose import Sentence, line


class TripitzLogText(LogText):
    def tell(self, happening: Struct) -> str | None:
        match happening:
            case tripitz.StoodBack():
                return self._told("stood_back", happening.seat)
            case tripitz.Started():
                return self._told("started", happening.seat)
            case tripitz.Placed():
                return self._placed(happening)
            case tripitz.Exchanged():
                return self._told("exchanged", happening.seat, len(happening.stones))
            case tripitz.Swapped():
                return self._told("swapped", happening.seat, **_named(happening.stone))
            case tripitz.SatOut():
                return self._told("sat_out", happening.seat)
            case tripitz.Ended():
                key = happening.why
                return sentence(f"tripitz.log.ended.{key}", f"tripitz.log.brief.ended.{key}")
        return super().tell(happening)

    def _told(self, key: str, seat: int, count: int | None = None, /, **gaps: Gap) -> Sentence:
        return self.about(seat, f"tripitz.log.{key}", f"tripitz.log.brief.{key}", count, **gaps)

    def _placed(self, it: tripitz.Placed) -> Sentence:
        gaps: dict[str, Gap] = {
            **_named(it.stone),
            "figures": figures(it.sum),
            "touched": it.sum.touched,
            "points": line((signed(it.sum.points), "good")),
        }
        return self._told(
            ("claimed" if it.claimed else "placed") + ("_edge" if it.sum.edge else ""), it.seat, **gaps
        )


def _named(stone: int) -> dict[str, Gap]:
    """A stone in words, and in letters for brief sentences."""
    return {"stone": coloured(full_name(stone), stone), "letters": coloured(brief_name(stone), stone)}
