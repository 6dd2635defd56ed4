"""The SSH gateway: ``ssh -p 2222 HOST`` shows the game, with nothing installed."""
