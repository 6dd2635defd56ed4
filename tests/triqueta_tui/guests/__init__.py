"""The client as a gateway runs it."""
