"""What our own programs on one machine tell each other; not part of the public protocol."""
