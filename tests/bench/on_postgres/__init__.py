"""A prototype: the real server with its games in PostgreSQL. It shows how much of the store's seam holds."""
