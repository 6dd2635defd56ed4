"""What is at a table: people, seats, the game being played, time."""
