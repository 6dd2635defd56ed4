"""Tests of finding servers on the local network, of lists of them, and of being host to friends."""
