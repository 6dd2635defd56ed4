"""What a table sends: in order, numbered, after it is stored, each answer once."""
