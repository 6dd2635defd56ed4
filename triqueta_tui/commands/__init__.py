"""The commands of every screen; each is named after its id. A game has its own in its ``commands.py``."""

from typing import Final

from triqueta_tui.commands.command import Command

# Every screen.
APP_QUIT = Command("app.quit", "ctrl+c,ctrl+q", footer=False, priority=True)
APP_PALETTE = Command(
    "app.palette", "ctrl+p", action="command_palette", footer=False, palette=False, priority=True
)
APP_SUSPEND = Command("app.suspend", "ctrl+z", action="suspend_process", footer=False, priority=True)
"""Back to the shell for a while."""

APP_REDRAW = Command("app.redraw", "ctrl+l", footer=False, priority=True)

# Rules, keys and settings, opened from every screen; and scrolling in a long text.
HELP_RULES = Command("help.rules", "f1", action="app.open_help('rules')")
HELP_KEYS = Command("help.keys", "question_mark", action="app.open_help('keys')")
HELP_SETTINGS = Command("help.settings", "f2", action="app.open_help('settings')", footer=False)
HELP_NEXT = Command("help.next", "right,l,n,tab", palette=False)
HELP_PREVIOUS = Command("help.previous", "left,h,p,shift+tab", palette=False)
HELP_DOWN = Command("help.down", "down,j", footer=False, palette=False)
HELP_UP = Command("help.up", "up,k", footer=False, palette=False)
HELP_PAGE_DOWN = Command("help.page_down", "pagedown,space", footer=False, palette=False)
HELP_PAGE_UP = Command("help.page_up", "pageup,b", footer=False, palette=False)
HELP_TOP = Command("help.top", "home,g", footer=False, palette=False)
HELP_END = Command("help.end", "end,G", footer=False, palette=False)
HELP_CLOSE = Command("help.close", "escape,q", palette=False)
HELP_CLOSE_RULES = Command("help.close_rules", "f1", action="close", footer=False, palette=False)
"""The key that opens the rules also closes them."""

HELP_CLOSE_KEYS = Command(
    "help.close_keys", "question_mark,enter", action="close", footer=False, palette=False
)
"""The key that opens the list of keys also closes it."""

READING_COMMANDS = (HELP_DOWN, HELP_UP, HELP_PAGE_DOWN, HELP_PAGE_UP, HELP_TOP, HELP_END)
"""What a screen with a long text offers."""

# Menus, lists and forms.
CURSOR_UP = Command("cursor.up", "up,k", footer=False, palette=False)
CURSOR_DOWN = Command("cursor.down", "down,j", footer=False, palette=False)
CURSOR_BEFORE = Command("cursor.before", "left,h", palette=False)
CURSOR_AFTER = Command("cursor.after", "right,l", palette=False)
CURSOR_LEFT = Command("cursor.left", "left", footer=False, palette=False)
"""In a menu with columns. No letters: those belong to its lines."""

CURSOR_RIGHT = Command("cursor.right", "right", footer=False, palette=False)
CURSOR_CHOOSE = Command("cursor.choose", "enter", palette=False)
CURSOR_BACK = Command("cursor.back", "escape", palette=False)
CURSOR_PAGE_UP = Command("cursor.page_up", "pageup", footer=False, palette=False)
CURSOR_PAGE_DOWN = Command("cursor.page_down", "pagedown", footer=False, palette=False)
CURSOR_FIRST = Command("cursor.first", "home", footer=False, palette=False)
CURSOR_LAST = Command("cursor.last", "end", footer=False, palette=False)

# The buttons of a dialog. No letters: those belong to the buttons.
BUTTONS_PRESS = Command("buttons.press", "enter,space", footer=False, palette=False)
BUTTONS_NEXT = Command("buttons.next", "right,tab", footer=False, palette=False)
BUTTONS_PREVIOUS = Command("buttons.previous", "left,shift+tab", footer=False, palette=False)

# The home screen. The menu of a guest has other entries than the menu on one's own machine.
HOME_GO_BACK = Command("home.go_back", "0", footer=False)
HOME_GIVE_UP = Command("home.give_up", "x,delete", palette=False)
HOME_PLAY = Command("home.play", "p", footer=False)
HOME_NEW_GAME = Command("home.new_game", "n", footer=False)
HOME_HOST = Command("home.host", "o", footer=False)
HOME_TABLES = Command("home.tables", "l", footer=False)
"""The tables of the server that a guest's client is bound to."""

HOME_JOIN = Command("home.join", "c", footer=False)
HOME_WATCH = Command("home.watch", "w", footer=False)
HOME_MY_GAMES = Command("home.my_games", "m", footer=False)
HOME_PRACTICE = Command("home.practice", "e", footer=False)
HOME_DAILY = Command("home.daily", "d", footer=False)
HOME_RULES = Command("home.rules", "r", footer=False, palette=False)
HOME_SETTINGS = Command("home.settings", "s", footer=False, palette=False)
HOME_LEAVE = Command("home.leave", "q", footer=False, palette=False)

# The guided first game: the offer and its hints.
GUIDED_START = Command("guided.start", "t", action="start_guided", footer=False)
GUIDED_NEXT = Command("guided.next", "enter,space", action="close(False)", palette=False)
GUIDED_SKIP = Command("guided.skip", "escape", action="close(True)", palette=False)

# Connecting to a server.
CONNECTING_TRY_AGAIN = Command("connecting.try_again", "r,enter")
CONNECTING_WATCH_INSTEAD = Command("connecting.watch_instead", "w")
"""Where no seat is free."""

CONNECTING_TABLES = Command("connecting.tables", "l")
"""The list of tables, where a table cannot be entered."""

CONNECTING_GIVE_UP = Command("connecting.give_up", "escape,q")

# The lobby.
LOBBY_OPEN_TABLE = Command("lobby.open_table", "n")
LOBBY_MY_GAMES = Command("lobby.my_games", "m")
LOBBY_LEADERBOARD = Command("lobby.leaderboard", "b")
LOBBY_LEAVE = Command("lobby.leave", "escape,q")

# The waiting room.
ROOMS_READY = Command("rooms.ready", "r")
ROOMS_START = Command("rooms.start", "s")
ROOMS_ADD_BOT = Command("rooms.add_bot", "b")
ROOMS_CHANGE_LEVEL = Command("rooms.change_level", "v")
ROOMS_REMOVE = Command("rooms.remove", "x,delete")
ROOMS_OPTIONS = Command("rooms.options", "o")
ROOMS_TALK = Command("rooms.talk", "t", priority=True)
ROOMS_SIT_IN = Command("rooms.sit_in", "p")
"""Free the seat of an absent player."""

ROOMS_SIT_DOWN = Command("rooms.sit_down", "i")
"""From watching to playing."""

ROOMS_LEAVE = Command("rooms.leave", "escape")

# The chat line.
CHAT_SAY = Command("chat.say", "enter", palette=False)
CHAT_HUSH = Command("chat.hush", "escape,tab", palette=False)
CHAT_MUTE = Command("chat.mute", "m", footer=False)

# Passing the keyboard to the next hot-seat player.
HOT_SEAT_OPEN = Command("hot_seat.open", "enter,space", palette=False)

# Every table, the end of a game, and the standings of a series.
TABLE_UP = Command("table.up", "up,k,left,h", footer=False, palette=False)
TABLE_DOWN = Command("table.down", "down,j,right,l", footer=False, palette=False)
TABLE_CHOOSE = Command("table.choose", "enter,space", palette=False)
TABLE_BACK = Command("table.back", "escape", palette=False)
TABLE_SCORES = Command("table.scores", "s")
TABLE_TALK = Command("table.talk", "t", priority=True)
TABLE_ACCESS = Command("table.access", "o", footer=False)
TABLE_LOG = Command("table.log", "v")
TABLE_CLOSE_LOG = Command("table.close_log", "v", action="close", footer=False, palette=False)
"""The key that opens the log also closes it."""

TABLE_SIT_IN = Command("table.sit_in", "p")
"""Let a bot fill in for an absent player."""

TABLE_COACH = Command("table.coach", "e")
"""Ask what an expert would do."""

TABLE_UNDO = Command("table.undo", "backspace")
"""In a game against bots only."""

TABLE_LEAVE = Command("table.leave", "q")
TABLE_GO_ON = Command("table.go_on", "enter,space,escape", palette=False)
SCORE_AGAIN = Command("score.again", "a")
SCORE_REPLAY = Command("score.replay", "r")
SCORE_EXPERT = Command("score.expert", "e")
"""Have the game reviewed."""

SCORE_PICTURE = Command("score.picture", "x")
"""Save a picture of the screen."""

SCORE_HOME = Command("score.home", "escape,q,h")
SERIES_SHOW = Command("series.show", "s")
SERIES_CLOSE = Command("series.close", "enter,space,escape,s")
SERIES_HOME = Command("series.home", "q,h", palette=False)

TABLE_COMMANDS: Final = (
    TABLE_BACK,
    TABLE_SIT_IN,
    TABLE_COACH,
    TABLE_UNDO,
    TABLE_LEAVE,
    TABLE_SCORES,
    TABLE_LOG,
    TABLE_TALK,
    CHAT_MUTE,
    TABLE_ACCESS,
)
"""A game's table binds these after its own."""

# The coach's advice.
COACH_POINT = Command("coach.point", "enter", action="pick(False)", palette=False)
"""Put the table's cursor on the selected action."""

COACH_DO = Command("coach.do", "space", action="pick(True)", palette=False)
"""Decide for the selected action."""

COACH_CLOSE = Command("coach.close", "escape,e", action="close", palette=False)
"""The key that opens the coach also closes it."""

# Exercises, opened from the rules or a hint.
PRACTICE_OPEN = Command("practice.open", "e", action="practise")
PRACTICE_ANSWER_1 = Command("practice.answer_1", "1", action="answer(0)", footer=False)
PRACTICE_ANSWER_2 = Command("practice.answer_2", "2", action="answer(1)", footer=False)
PRACTICE_ANSWER_3 = Command("practice.answer_3", "3", action="answer(2)", footer=False)
PRACTICE_ANSWER_4 = Command("practice.answer_4", "4", action="answer(3)", footer=False)
PRACTICE_ANSWER_5 = Command("practice.answer_5", "5", action="answer(4)", footer=False)
PRACTICE_NEXT = Command("practice.next", "enter,n")
PRACTICE_SHOW = Command("practice.show", "v")
"""Give up: show the best action."""

PRACTICE_COPY = Command("practice.copy", "c")
"""Copy the result of the position of the day."""

PRACTICE_LEAVE = Command("practice.leave", "escape,q")

PRACTICE_ANSWERS = (
    PRACTICE_ANSWER_1,
    PRACTICE_ANSWER_2,
    PRACTICE_ANSWER_3,
    PRACTICE_ANSWER_4,
    PRACTICE_ANSWER_5,
)
"""In the order of the answers on the screen."""

# The replay of a finished game.
REPLAY_FORWARD = Command("replay.forward", "right,l", action="replay_step(1)")
REPLAY_BACK = Command("replay.back", "left,h", action="replay_step(-1)")
REPLAY_PLAY = Command("replay.play", "space", action="replay_play")
"""Start or stop playing automatically."""

REPLAY_OPEN = Command("replay.open", "o", action="replay_open")
"""Everything face up, or as one of the players saw it."""

REPLAY_EYES = Command("replay.eyes", "tab", action="replay_eyes(1)")
"""Switch to the view of the next player."""

REPLAY_EYES_BACK = Command("replay.eyes_back", "shift+tab", action="replay_eyes(-1)", footer=False)
REPLAY_NEXT_ROUND = Command("replay.next_round", "down,j,pagedown", action="replay_round(1)")
REPLAY_PREVIOUS_ROUND = Command(
    "replay.previous_round", "up,k,pageup", action="replay_round(-1)", footer=False
)
REPLAY_DECISIVE = Command("replay.decisive", "d", action="replay_decisive")
REPLAY_EXPERT = Command("replay.expert", "e", action="replay_expert")
"""Have the game reviewed."""

REPLAY_SPEED = Command("replay.speed", "f", action="replay_speed")
REPLAY_START = Command("replay.start", "home,g", action="replay_start", footer=False)
REPLAY_END = Command("replay.end", "end,G", action="replay_end", footer=False)
REPLAY_RESULT = Command("replay.result", "enter", action="replay_result")
REPLAY_CLOSE = Command("replay.close", "escape,q", action="replay_close")

REPLAY_COMMANDS: Final = (
    REPLAY_RESULT,
    REPLAY_FORWARD,
    REPLAY_BACK,
    REPLAY_PLAY,
    REPLAY_OPEN,
    REPLAY_CLOSE,
    REPLAY_EYES,
    REPLAY_EYES_BACK,
    REPLAY_NEXT_ROUND,
    REPLAY_PREVIOUS_ROUND,
    REPLAY_DECISIVE,
    REPLAY_EXPERT,
    REPLAY_SPEED,
    REPLAY_START,
    REPLAY_END,
)

# The review of a finished game by the expert.
REVIEW_WATCH = Command("review.watch", "enter", action="watch")
"""Show the decision on the table."""

REVIEW_EARLIER = Command("review.earlier", "left,h", action="move(-1)", footer=False)
REVIEW_LATER = Command("review.later", "right,l", action="move(1)")
REVIEW_NEXT = Command("review.next", "down,j", action="costly(1)")
"""Go to the next of the most costly decisions."""

REVIEW_PREVIOUS = Command("review.previous", "up,k", action="costly(-1)", footer=False)
REVIEW_PAUSE = Command("review.pause", "space")
"""Pause or resume the review."""

REVIEW_WHOSE = Command("review.whose", "w")
"""Choose whose decisions are listed."""

REVIEW_PANES = Command("review.panes", "tab")
"""Switch between decisions, and luck and skill, where only one of them fits."""

REVIEW_START = Command("review.start", "home,g", action="go(0)", footer=False)
REVIEW_END = Command("review.end", "end,G", action="go(-1)", footer=False)
REVIEW_CLOSE = Command("review.close", "escape,q", action="close")

REVIEW_COMMANDS: Final = (
    REVIEW_WATCH,
    REVIEW_LATER,
    REVIEW_NEXT,
    REVIEW_PAUSE,
    REVIEW_WHOSE,
    REVIEW_PANES,
    REVIEW_CLOSE,
    REVIEW_EARLIER,
    REVIEW_PREVIOUS,
    REVIEW_START,
    REVIEW_END,
)

# The list of finished games.
MY_GAMES_REPLAY = Command("my_games.replay", "enter")
MY_GAMES_REVIEW = Command("my_games.review", "e")
MY_GAMES_EXPORT = Command("my_games.export", "x")
MY_GAMES_GAME = Command("my_games.game", "g", action="filter_game", footer=False)
MY_GAMES_OPPONENT = Command("my_games.opponent", "o", action="filter_opponent", footer=False)
MY_GAMES_RESULT = Command("my_games.result", "w", action="filter_result", footer=False)
MY_GAMES_STATISTICS = Command("my_games.statistics", "s")
MY_GAMES_LEADERBOARD = Command("my_games.leaderboard", "b")
MY_GAMES_IMPORT = Command("my_games.import", "i", action="import_file")
MY_GAMES_DROP = Command("my_games.drop", "delete,d")
"""Delete an imported game."""

MY_GAMES_LEAVE = Command("my_games.leave", "escape,q")
MY_GAMES_COPY = Command("my_games.copy", "c,enter")
"""Copy the text of a game to the clipboard."""

# Statistics.
STATISTICS_NEXT = Command("statistics.next", "right,l,tab")
STATISTICS_PREVIOUS = Command("statistics.previous", "left,h,shift+tab")
STATISTICS_FORGET = Command("statistics.forget", "f")
"""Delete the player's data on the server."""

STATISTICS_LEAVE = Command("statistics.leave", "escape,q,s")

# The leaderboard.
LEADERBOARD_NEXT = Command("leaderboard.next", "right,l,tab")
LEADERBOARD_PREVIOUS = Command("leaderboard.previous", "left,h,shift+tab")
LEADERBOARD_OWN = Command("leaderboard.own", "o", action="to_me")
"""Select the player's own line."""

LEADERBOARD_LEAVE = Command("leaderboard.leave", "escape,q,b")

# The settings screen.
SETTINGS_NEXT = Command("settings.next", "right,l")
SETTINGS_PREVIOUS = Command("settings.previous", "left,h", footer=False, palette=False)
SETTINGS_EDIT = Command("settings.edit", "enter,space")
SETTINGS_RESET = Command("settings.reset", "backspace,delete")
SETTINGS_FORGET = Command("settings.forget", "f")
"""For guests: the server keeps their settings."""

SETTINGS_LEAVE = Command("settings.leave", "escape,q,f2")
SETTINGS_DOWN = Command("settings.down", "down,j", footer=False, palette=False)
SETTINGS_UP = Command("settings.up", "up,k", footer=False, palette=False)
