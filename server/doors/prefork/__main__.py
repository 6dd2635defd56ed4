"""``python -m server.doors.prefork MODULE``: forks this client; standard input is the door's socket."""

import socket
import sys

from server.doors.prefork.forkserver import serve

if __name__ == "__main__":
    serve(socket.socket(fileno=0), sys.argv[1])
