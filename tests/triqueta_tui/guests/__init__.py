"""The client as a door runs it."""
