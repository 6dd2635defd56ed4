"""Limits, each without a network."""
