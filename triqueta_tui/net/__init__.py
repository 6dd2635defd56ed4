"""The link to a server: a core without I/O, a shorten shell around it, and the messages it posts."""
