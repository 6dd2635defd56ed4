"""Doors: SSH and the browser, ways in for people without the program. Each door is a process of its own."""
