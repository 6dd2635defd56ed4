"""Guests' clients, forked from one process that has loaded the client once, and confined."""
