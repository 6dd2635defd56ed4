"""For all tests: nothing is announced on the network and nobody looks around, unless a test is about that."""

import os

from protocol.internal.defaults import LAN_OFF, LAN_VARIABLE

# Programs that tests start inherit it.
os.environ[LAN_VARIABLE] = LAN_OFF
