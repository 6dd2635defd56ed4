"""Servers on the local network: found by mDNS, asked for their tables, while a screen shows them."""
