"""For all tests: nothing is announced on the network and nobody looks around, unless a test is about that."""

import os

from protocol.lan import OFF, VARIABLE

# Programs that tests start inherit it.
os.environ[VARIABLE] = OFF
