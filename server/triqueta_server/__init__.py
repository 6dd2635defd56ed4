"""The server: it knows the rules and every secret, and sends each viewer what that viewer may know."""
