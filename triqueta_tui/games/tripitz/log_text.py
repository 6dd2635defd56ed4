"""What happened in a game of Tripitz, as sentences for the log."""

from msgspec import Struct

from triqueta_protocol.games import tripitz
from triqueta_tui.games.tripitz.figure_words import figures
from triqueta_tui.games.tripitz.stone_words import brief_name, coloured, full_name
from triqueta_tui.locale.numbers import signed
from triqueta_tui.table.log_text import Gap, LogText, sentence
from triqueta_tui.widgets.prose import Sentence, line


class TripitzLogText(LogText):
    def tell(self, event: Struct) -> str | None:
        match event:
            case tripitz.StoodBack():
                return self._told("stood_back", event.seat)
            case tripitz.Started():
                return self._told("started", event.seat)
            case tripitz.Placed():
                return self._placed(event)
            case tripitz.Exchanged():
                return self._told("exchanged", event.seat, len(event.stones))
            case tripitz.Swapped():
                return self._told("swapped", event.seat, **_named(event.stone))
            case tripitz.SatOut():
                return self._told("sat_out", event.seat)
            case tripitz.Ended():
                key = event.why
                return sentence(f"tripitz.log.ended.{key}", f"tripitz.log.brief.ended.{key}")
        return super().tell(event)

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
