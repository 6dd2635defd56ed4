"""What survives a crash: the SQLite log of every action."""
