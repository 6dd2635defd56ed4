"""Triché in the client."""
