"""The arbiter: lobby, tables, seats, clocks. No sockets in here."""
