"""``python -m server.doors.ssh``: the SSH door as a process; its config comes on standard input."""

from server.doors.parent_pipe import serve
from server.doors.ssh.door import open_door

if __name__ == "__main__":
    serve(open_door)
