"""The SQLite log of every action: what survives a crash."""
