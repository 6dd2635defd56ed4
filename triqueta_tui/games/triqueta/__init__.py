"""Triqueta on the screen: its pictures, its table and the overlays of a game."""
