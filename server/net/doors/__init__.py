"""Front doors: other ways into the game for people who have no client, each in a process of its own."""
