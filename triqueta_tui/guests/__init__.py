"""The client as a server's SSH and browser gateways run it: confined, and writing no files."""
