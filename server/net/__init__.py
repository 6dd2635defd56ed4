"""The sockets around the arbiter."""
