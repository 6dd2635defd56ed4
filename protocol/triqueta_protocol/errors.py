"""The stable codes of all refusals. The client has the sentences for them."""

from enum import StrEnum
from typing import Final


class Code(StrEnum):
    """A stable reason. Codes are only ever added; a client shows an unknown one as text."""

    # The frame itself
    NOT_MSGPACK = "not_msgpack"
    TOO_LARGE = "too_large"
    TEXT_FRAME = "text_frame"
    TOO_DEEP = "too_deep"
    UNKNOWN_TYPE = "unknown_type"
    BAD_FIELDS = "bad_fields"
    # Greeting
    HELLO_FIRST = "hello_first"
    HELLO_TWICE = "hello_twice"
    HELLO_LATE = "hello_late"
    VERSION_TOO_OLD = "version_too_old"
    VERSION_TOO_NEW = "version_too_new"
    MISSING_CAPABILITY = "missing_capability"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a code, not a password
    BAD_LOGIN = "bad_login"
    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    NAME_TAKEN = "name_taken"
    SERVER_FULL = "server_full"
    ADDRESS_BUSY = "address_busy"
    # Any request
    STALE_REQUEST = "stale_request"
    FLOODING = "flooding"
    SERVER_CLOSING = "server_closing"
    # Tables
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_GAME = "unknown_game"
    BAD_OPTIONS = "bad_options"
    TOO_MANY_TABLES = "too_many_tables"
    TABLE_FULL = "table_full"
    NOT_AT_TABLE = "not_at_table"
    NOT_SEATED = "not_seated"
    OPEN_ELSEWHERE = "open_elsewhere"
    TAKEN_OVER = "taken_over"
    NOT_HOST = "not_host"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_A_BOT = "not_a_bot"
    NOT_A_PLAYER = "not_a_player"
    UNKNOWN_LEVEL = "unknown_level"
    NOT_READY = "not_ready"
    TOO_FEW_PLAYERS = "too_few_players"
    GAME_RUNNING = "game_running"
    GAME_OVER = "game_over"
    NO_GAME = "no_game"
    NO_WATCHING = "no_watching"
    NOBODY_NEW = "nobody_new"
    NOT_A_WATCHER = "not_a_watcher"
    KICKED = "kicked"
    SEAT_PRESENT = "seat_present"
    GRACE_RUNNING = "grace_running"
    NO_SUBSTITUTE = "no_substitute"
    PAUSED = "paused"
    ASLEEP = "asleep"
    NO_SLEEP = "no_sleep"
    TABLE_CLOSED = "table_closed"
    TABLE_FAILED = "table_failed"
    # Talk
    TEXT_EMPTY = "text_empty"
    TEXT_TOO_LONG = "text_too_long"
    CHAT_TOO_FAST = "chat_too_fast"
    # Advice
    COACH_OFF = "coach_off"
    COACH_BUSY = "coach_busy"
    MOVED_ON = "moved_on"
    # Ratings
    CANNOT_BE_RATED = "cannot_be_rated"
    RATED_GAME = "rated_game"
    # Play
    NOT_YOUR_TURN = "not_your_turn"
    BAD_ACTION = "bad_action"
    ILLEGAL_ACTION = "illegal_action"
    NO_UNDO = "no_undo"
    NO_HOLD = "no_hold"
    # Finished games
    GAME_NOT_FOUND = "game_not_found"
    NO_KEEPING = "no_keeping"
    ARCHIVE_BUSY = "archive_busy"
    NO_REVIEW = "no_review"
    STILL_PLAYING = "still_playing"
    # Files of games
    FILE_FOREIGN = "file_foreign"
    FILE_NEWER = "file_newer"
    FILE_TOO_LARGE = "file_too_large"
    FILE_CUT_OFF = "file_cut_off"
    FILE_DAMAGED = "file_damaged"
    FILE_MALFORMED = "file_malformed"
    FILE_UNKNOWN_GAME = "file_unknown_game"
    FILE_OTHER_RULES = "file_other_rules"
    FILE_SET_UP = "file_set_up"
    FILE_SHUFFLE = "file_shuffle"
    FILE_ILLEGAL = "file_illegal"
    FILE_UNFINISHED = "file_unfinished"
    FILE_RESULT = "file_result"
    # Why a link ends
    EVICTED = "evicted"
    FORGOTTEN = "forgotten"
    SERVER_ENDED = "server_ended"


_LONGEST_DETAIL: Final = 300
"""Characters."""


class RefusalError(Exception):
    """A request was refused, with a ``Code`` or, in a client, the code of a newer server.

    ``detail`` fills the placeholders of the client's sentence.
    """

    def __init__(self, code: str, **detail: str | int) -> None:
        super().__init__(str(code))
        self.code = code
        # A detail may quote what was sent, however long.
        self.detail = {
            name: value[:_LONGEST_DETAIL] if isinstance(value, str) else value
            for name, value in detail.items()
        }
