"""A short run of ``python -m tests.chaos``: every accident once, under a few tables of all games."""

from pathlib import Path

from tests.chaos.run import Plan, run


async def test_no_accident_costs_anybody_a_decision(tmp_path: Path) -> None:
    found = await run(
        Plan(tmp_path, kills=2, tables=4, seed=3, every=0.4, pause=0.02, delay=0.05, all_kinds=True)
    )
    assert found.accidents["power_cut"] >= 2
    assert found.games >= 4
    assert found.returns > 0
    assert found.naps > 0
