"""A short run of ``python -m tests.fuzz``: strangers beside honest tables of all games have no effect."""

from pathlib import Path

from tests.fuzz.run import Plan, run


async def test_strangers_disturb_nobody(tmp_path: Path) -> None:
    found = await run(Plan(tmp_path, frames=4000, seed=5, strangers=6, tables=3, crowd=60))
    assert found.tally.frames >= 4000
    assert {"bad_fields", "not_msgpack", "unknown_type", "accepted"} <= found.tally.answers.keys()
    assert found.decisions > 50
    assert found.tally.most_at_once > 50
