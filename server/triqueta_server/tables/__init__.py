"""Lobby, tables and seats: what requests do, with no sockets. State, handlers and delivery are apart."""
