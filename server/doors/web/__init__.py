"""The browser's door: ``http://HOST:8080`` shows the game, with nothing installed."""
