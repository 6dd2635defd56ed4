"""The judge: knows the rules and every secret, and tells each viewer what that viewer may know."""
