"""Widgets that know neither a game nor a link."""
