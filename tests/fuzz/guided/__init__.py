"""Fuzzing that is led by what it reaches in the code: what others send, and the files they hand over."""
