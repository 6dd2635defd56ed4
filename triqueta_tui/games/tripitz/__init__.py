"""Tripitz in the client."""
