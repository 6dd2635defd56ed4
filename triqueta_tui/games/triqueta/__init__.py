"""Triqueta on the screen: its pictures, its table and the moments of a game."""
