"""``python -m server.net.ssh``: the SSH door as a process; its orders come on standard input."""

from server.net.doors.lifeline import serve
from server.net.ssh.door import open_door

if __name__ == "__main__":
    serve(open_door)
