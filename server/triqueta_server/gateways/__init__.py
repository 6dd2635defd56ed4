"""Gateways: ways in by SSH and browser for people without the program. Each is a process of its own."""
