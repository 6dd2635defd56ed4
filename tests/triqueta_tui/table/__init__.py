"""The table of Triqueta on the screen."""
