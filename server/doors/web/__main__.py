"""``python -m server.doors.web``: the browser's door as a process; its config comes on standard input."""

from server.doors.parent_pipe import serve
from server.doors.web.door import open_door

if __name__ == "__main__":
    serve(open_door)
