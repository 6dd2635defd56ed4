"""Tests of the three packages."""

from typing import Final

PATIENCE: Final = 120.0
"""Seconds for what a busy machine may take its time with: longer than that, it has failed."""
