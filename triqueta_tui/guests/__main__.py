"""``python -m triqueta_tui.guests FD``: the process that brings up guests' clients for a front door."""

import socket
import sys

from triqueta_tui.guests.nursery import Nursery

if __name__ == "__main__":
    Nursery(socket.socket(fileno=int(sys.argv[1]))).run()
