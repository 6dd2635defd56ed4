"""The client as a server's SSH and browser doors run it: confined, and writing no files."""
