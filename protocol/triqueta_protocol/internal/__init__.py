"""What our programs on one machine share; not part of the public protocol."""
