"""``python -m server.net.web``: the browser's door as a process; its orders come on standard input."""

from server.net.doors.lifeline import serve
from server.net.web.door import open_door

if __name__ == "__main__":
    serve(open_door)
