"""Shared by our own programs on one machine, and no part of the public protocol."""
