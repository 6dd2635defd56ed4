"""Triqueta's rules: towers, rows, keeps and the scoresheet."""
