"""Bots for Triqueta, one module for each level."""
