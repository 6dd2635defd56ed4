"""The games a table can be set up with."""
