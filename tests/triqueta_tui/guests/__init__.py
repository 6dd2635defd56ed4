"""The client as a front door runs it."""
