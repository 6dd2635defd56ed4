"""The link to a server: a core without I/O, a thin shell around it, and the messages it posts."""
