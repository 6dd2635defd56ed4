"""What requests do at a table."""
