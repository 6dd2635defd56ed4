"""The connection to a server: the protocol without I/O, the link around it, and the tables as feeds."""
