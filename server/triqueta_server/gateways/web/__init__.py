"""The browser's gateway: ``http://HOST:8080`` shows the game, with nothing installed."""
