"""The waiting room of a table: seats, settings, invitation and chat."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final
from urllib.parse import urlsplit

from msgspec import Struct
from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from triqueta_protocol import requests
from triqueta_protocol import table_events as at_table
from triqueta_protocol.events import SeatInfo
from triqueta_protocol.games.offer import GameOffer
from triqueta_protocol.table_events import Said, SettingsChanged
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import (
    CHAT_MUTE,
    ROOMS_ADD_BOT,
    ROOMS_CHANGE_LEVEL,
    ROOMS_LEAVE,
    ROOMS_OPTIONS,
    ROOMS_READY,
    ROOMS_REMOVE,
    ROOMS_SIT_DOWN,
    ROOMS_SIT_IN,
    ROOMS_START,
    ROOMS_TALK,
)
from triqueta_tui.commands.command import Command, bindings, first_key, keys_of
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.screens.access_form import access_requests
from triqueta_tui.screens.questions import SendAway
from triqueta_tui.screens.table_settings import TableChoice, TableSettingsDialog
from triqueta_tui.screens.table_settings_form import settings_in_words
from triqueta_tui.session.address import parse_address
from triqueta_tui.session.error_words import reason
from triqueta_tui.session.events import LinkChanged, SessionEvent
from triqueta_tui.session.feed import Advanced, TableFeed
from triqueta_tui.session.ways_in import is_loopback
from triqueta_tui.table.followed import Followed, follow
from triqueta_tui.table.muting import ask_whom_to_mute, people
from triqueta_tui.widgets.absences import Absences, Detail
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.disabled_keys import disabled_action
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.prose import line_count, padded
from triqueta_tui.widgets.seats import Seats
from triqueta_tui.widgets.series_words import game_words, series_facts

InviteLine = tuple[str, str]
"""A label and the line itself."""

_USUAL_PORTS: Final = {"ssh": 22, "http": 80, "https": 443}


def invitation(ways: Mapping[str, Sequence[str]], table: str, *, watch: bool) -> list[InviteLine]:
    """The lines for a table of a server with these URLs by kind, best first."""
    lines: list[InviteLine] = []
    joining = [parse_address(url).shortest for url in ways.get("play", ())]
    for number, address in enumerate(joining):
        # It is unknown which address a friend can reach, so list them all.
        lines.append(("" if number else say("rooms.friends.join"), f"triqueta join {address} {table}"))
    if joining and watch:
        lines.append((say("rooms.friends.watch"), f"triqueta watch {joining[0]} {table}"))
    if ssh := ways.get("ssh"):
        lines.append((say("rooms.friends.ssh"), ssh_line(ssh[0], table)))
    if web := ways.get("web"):
        lines.append((say("rooms.friends.web"), f"{_page(web[0])}/{table}"))
    return lines


def ssh_line(url: str, table: str) -> str:
    """The command line for a URL with a host and perhaps a port; the table's code is the user's name."""
    parts = urlsplit(url)
    port = parts.port or _USUAL_PORTS["ssh"]
    option = "" if port == _USUAL_PORTS["ssh"] else f"-p {port} "
    return f"ssh {option}{table}@{parts.hostname}"


def _page(url: str) -> str:
    """The address of a page, without the default port."""
    parts = urlsplit(url)
    usual = _USUAL_PORTS.get(parts.scheme)
    return url.removesuffix(f":{usual}")


def news(feed: TableFeed, event: Struct, title: str) -> str | None:
    """A sentence, or None for what the seats show anyway; ``title`` is that of the game."""
    match event:
        case at_table.Joined() if event.seat != feed.seat:
            return say("log.joined", who=event.name)
        case at_table.GotUp():
            how = "sent_away" if event.kicked else "gone" if event.gone else "got_up"
            return say(f"log.{how}", who=event.name)
        case at_table.CameToWatch():
            return say("log.came_to_watch", who=event.name)
        case at_table.StoppedWatching():
            return say("log.stopped_watching", who=event.name)
        case at_table.HostChanged():
            if feed.room.host == feed.you:
                return say("rooms.news.you_host")
            return say("log.host_changed", who=event.name)
        case at_table.LinkLost() if event.seat < len(feed.room.seats):
            return say("log.link_lost.room", who=_subject(feed, event.seat))
        case at_table.LinkBack() if event.seat < len(feed.room.seats):
            return say("log.link_back", who=_subject(feed, event.seat))
        case at_table.SettingsChanged():
            lines = [say("series.anew.news")] if event.series else []
            if event.game is not None:
                lines.insert(0, say("log.game_changed", game=title))
            return "\n".join(lines) or say("rooms.news.settings")
    return None


def _subject(feed: TableFeed, seat: int) -> str:
    if seat == feed.seat:
        return say("log.subject.you")
    return say("log.subject.other", name=feed.room.seats[seat].name)


_ROOM_FOR_LABELS: Final = 60
"""From this width on the lines for friends are labelled."""

_ROOM_FOR_RULES: Final = 80
"""From this width on the table's settings are shown."""


class WaitingRoom(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "waiting_room.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            ROOMS_START,
            ROOMS_READY,
            ROOMS_SIT_DOWN,
            ROOMS_SIT_IN,
            ROOMS_ADD_BOT,
            ROOMS_CHANGE_LEVEL,
            ROOMS_REMOVE,
            ROOMS_OPTIONS,
            ROOMS_TALK,
            CHAT_MUTE,
            ROOMS_LEAVE,
        )
    ]

    def __init__(self, feed: TableFeed) -> None:
        super().__init__()
        self._feed = feed
        self._unsubscribe: Callable[[], object] = lambda: None
        self._unfollow_link: Callable[[], object] = lambda: None
        self._seats = Seats(feed)
        self._chat = Chat()
        self._absences = Absences()
        self._counting: Timer | None = None
        self._leaving = False
        """Whether the next press of the same key leaves the table."""
        self._notice = ""
        """Replaces the prompt until something changes."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static("", id="title", markup=False)
            yield LinkStatus(self.app.session)
        yield Static("", id="friends", markup=False)
        with Horizontal(id="room"):
            with Vertical(id="people"):
                yield self._seats
                yield Static("", id="prompt", markup=False)
                yield self._chat
            yield Static("", id="rules", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#rules").border_title = say("rooms.settings.title")
        self._seats.focus()
        for said in self._feed.chat:
            self._chat.add(said)
        self._unsubscribe = follow(self._feed, self)
        if self.app.session is not None:
            self._unfollow_link = self.app.session.subscribe(self._hear_link)
        self.show(())

    def on_unmount(self) -> None:
        self._unsubscribe()
        self._unfollow_link()

    def _hear_link(self, event: SessionEvent) -> None:
        if isinstance(event, LinkChanged):
            self.call_later(self._show_prompt)

    @property
    def draft(self) -> str | None:
        """The chat line that is being typed; None if none is."""
        return self._chat.draft

    def resume_typing(self, draft: str) -> None:
        self._chat.resume(draft)

    def shows(self, feed: TableFeed) -> bool:
        """Whether this is the screen for a table as it is now."""
        return feed is self._feed and feed.room.status == "waiting"

    @on(Followed)
    def _followed(self, message: Followed) -> None:
        if self._feed.room.status == "waiting":
            change = message.change
            self.show(change.events if isinstance(change, Advanced) else change.said)

    def show(self, events: tuple[Struct, ...]) -> None:
        """Show the room as it is now, and tell what has happened."""
        feed, room = self._feed, self._feed.room
        self._absences.set(room, feed.away_told)
        self._notice = ""
        title = say("rooms.title", table=room.table, game=self._game.title)
        marks = [say("ratings.mark")] if room.settings.rated else []
        marks += [game_words(room.series)] if room.series is not None else []
        if marks and self.size.width < _ROOM_FOR_LABELS:
            title = room.table
        self.query_one("#title", Static).update(" · ".join([title, *marks]), layout=False)
        self._seats.show(feed)
        self._show_prompt()
        friends = self.query_one("#friends", Static)
        friends.border_title = say("rooms.friends.title", game=self._game.title)
        friends.update("\n".join(self._friends()))
        facts = settings_in_words(self._game, room.settings, room.options)
        if room.series is not None:
            facts[2:2] = series_facts(room.series)
        if room.locked:
            facts.append(say("rooms.facts.locked"))
        if room.nobody_new:
            facts.append(say("rooms.facts.nobody_new"))
        if room.watchers:
            facts.append(say("rooms.facts.watching", names=listed(room.watchers)))
        self.query_one("#rules", Static).update("\n".join(facts))
        chat = self._chat
        for event in events:
            if isinstance(event, Said):
                chat.add(event)
            elif sentence := news(feed, event, self._game.title):
                chat.add(sentence)
                another_game = isinstance(event, SettingsChanged) and event.game is not None
                if another_game or not chat.display:
                    self.app.notify(sentence, markup=False)
        self.refresh_bindings()

    def _show_prompt(self) -> None:
        """What may be done, and below it who is away; while a time runs down, once a second."""
        key = self._key(ROOMS_SIT_IN) if self._feed.seat is not None else ""
        detail: Detail = "full" if self.size.width >= _ROOM_FOR_LABELS else "brief"
        away = [self._absences.words(one, key, detail) for one in self._absences.missed()]
        prompt = self.query_one("#prompt", Static)
        # Where the rules have no room, this one has.
        unseen = self._feed.room.settings.rated and self.size.width < _ROOM_FOR_RULES
        words = "\n".join([self._prompt(), *([say("rooms.facts.rated.yes")] if unseen else []), *away])
        # Only a different number of lines needs a new layout.
        before, width = str(prompt.content), prompt.size.width
        prompt.update(words, layout=line_count(before, width) != line_count(words, width))
        if self._absences.counting and self._counting is None:
            self._counting = self.set_interval(1.0, self._count_down)
        elif not self._absences.counting and self._counting is not None:
            self._counting.stop()
            self._counting = None

    def _count_down(self) -> None:
        self._show_prompt()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The host arranges the table; the others say that they are ready."""
        room, own = self._feed.room, self._feed.seat
        seat = room.seats[self._seats.cursor] if room.seats else None
        match action:
            case "start":
                return self._is_host and self._startable
            case "ready":
                return own is not None and not self._is_host
            case "sit_down":
                return own is None and self._has_open_seat
            case "sit_in":
                return own is not None and bool(self._absences.ready())
            case "options":
                return self._is_host
            case "add_bot":
                return self._is_host and self._has_open_seat
            case "change_level":
                return self._is_host and seat is not None and seat.kind == "bot"
            case "remove":
                others = seat is not None and seat.kind != "open" and self._seats.cursor != own
                return self._is_host and others
            case "mute":
                return bool(people(self.app, self._feed))
            case "talk":
                return not self._chat.has_focus_within
        return True

    def on_key(self, event: events.Key) -> None:
        """Any other key cancels leaving; a key that does nothing now says why."""
        asked, self._leaving = self._leaving, self._leaving and event.key in self._leave_keys
        found = disabled_action((self,), event.key, self.app.settings.keys)
        typing = self._chat.has_focus_within
        notice = self._why_not(found[0]) if found is not None and not typing else self._notice
        if notice != self._notice or asked != self._leaving:
            self._notice = notice
            self._show_prompt()

    def _why_not(self, action: str) -> str:
        own, room = self._feed.seat, self._feed.room
        match action:
            case "sit_down":
                return say("rooms.why.seated" if own is not None else "rooms.why.no_seat")
            case "sit_in":
                return say("rooms.why.away") if not self._absences.missed() else ""
            case "ready":
                return say("rooms.why.be_host" if own is not None else "rooms.why.watching")
            case "start" if self._is_host:
                return self._prompt()
            case "add_bot" if self._is_host:
                return say("rooms.why.full")
            case "change_level" if self._is_host:
                return say("rooms.why.no_bot")
            case "remove" if self._is_host and room.seats:
                return say("rooms.why.nobody")
        return say("rooms.why.host")

    def action_sit_down(self) -> None:
        self._send(requests.Join)

    def action_sit_in(self) -> None:
        for seat in reversed(self._absences.ready()):  # those behind a freed seat move up
            self._send(requests.SitIn, seat=seat)

    def action_start(self) -> None:
        self._send(requests.Start)

    def action_ready(self) -> None:
        own = self._feed.seat
        if own is not None:
            self._send(requests.Ready, ready=not self._feed.room.seats[own].ready)

    def action_add_bot(self) -> None:
        self._send(requests.AddBot, level=self._game.remembered(self.app.settings).level)

    def action_change_level(self) -> None:
        """Replace the selected bot by one of the next level."""
        level = self._feed.room.seats[self._seats.cursor].level
        offered = (one.levels for one in self._offers() if one.game == self._game.name)
        levels = next(offered, self._game.vocabulary.levels)
        place = levels.index(level) + 1 if level in levels else 0
        self._send(requests.RemoveBot, seat=self._seats.cursor)
        self._send(requests.AddBot, level=levels[place % len(levels)])

    def action_remove(self) -> None:
        at = self._seats.cursor
        seat = self._feed.room.seats[at]
        if seat.kind == "bot":
            self._send(requests.RemoveBot, seat=at)
        else:
            self.app.push_screen(SendAway(seat.name), partial(self._send_away, seat.player))

    def _send_away(self, player: str | None, how: str | None) -> None:
        """The player may have another seat by now, or none."""
        seats = enumerate(self._feed.room.seats)
        at = next((at for at, seat in seats if seat.player == player), None)
        if at is not None and how in {"player", "address"}:
            self._send(requests.Kick, seat=at, address=how == "address")

    def action_options(self) -> None:
        room = self._feed.room
        offered = {one.game for one in self._offers()} | {room.game}
        games = [game for game in self.app.games if game.name in offered]
        now = TableChoice(room.game, room.settings, room.options)
        dialog = TableSettingsDialog(games, now, room=room)
        self.app.push_screen(dialog, self._configure)

    def action_talk(self) -> None:
        if self._leaving:
            self._leaving = False
            self._show_prompt()
        self._chat.focus()

    def action_mute(self) -> None:
        ask_whom_to_mute(self.app, self._feed)

    def action_leave(self) -> None:
        """Leave; where people stay behind, only at the second press."""
        if self._leaving or self._feed.seat is None or not self._others:
            self.app.navigator.leave_table()
            return
        self._leaving = True
        self._show_prompt()

    @on(Chat.Entered)
    def _send_chat(self, event: Chat.Entered) -> None:
        self._send(requests.Chat, text=event.text)

    def _configure(self, chosen: TableChoice | None) -> None:
        if chosen is None:
            return
        room = self._feed.room
        for kind, fields in access_requests(room, chosen.access):
            self._send(kind, **fields)
        # A change of only the access keeps players ready.
        if not chosen.unchanged:
            self._send(requests.Configure, game=chosen.game, settings=chosen.settings, options=chosen.options)

    def _send(self, kind: type[requests.TableRequest], **fields: object) -> None:
        self._feed.ask(kind, **fields).add_done_callback(self.app.report)

    def _offers(self) -> tuple[GameOffer, ...]:
        return self.app.session.offers() if self.app.session is not None else ()

    @property
    def _game(self) -> Game:
        return self.app.games[self._feed.room.game]

    @property
    def _is_host(self) -> bool:
        return self._feed.room.host == self._feed.you

    @property
    def _startable(self) -> bool:
        seats = [seat for seat in self._feed.room.seats if seat.kind != "open"]
        return len(seats) >= self._feed.vocabulary.seats.start and not self._awaited()

    @property
    def _has_open_seat(self) -> bool:
        return any(one.kind == "open" for one in self._feed.room.seats)

    @property
    def _others(self) -> list[SeatInfo]:
        """The other people, present ones first."""
        people = [
            seat
            for at, seat in enumerate(self._feed.room.seats)
            if seat.kind == "player" and at != self._feed.seat
        ]
        return sorted(people, key=lambda seat: not seat.present)

    @property
    def _leave_keys(self) -> tuple[str, ...]:
        return keys_of(ROOMS_LEAVE, self.app.settings.keys)

    def _awaited(self) -> list[str]:
        """The names of players who are not ready."""
        room = self._feed.room
        return [
            seat.name
            for seat in room.seats
            if seat.kind == "player" and seat.player != room.host and not (seat.ready and seat.present)
        ]

    def _prompt(self) -> str:
        room, own = self._feed.room, self._feed.seat
        if self._leaving and self._others:
            key = self._key(ROOMS_LEAVE)
            if self._is_host:
                return say("rooms.prompt.leave_host", heir=self._others[0].name, key=key)
            return say("rooms.prompt.leave_guest", key=key)
        if self._notice:
            return self._notice
        link = self.app.session.state if self.app.session is not None else None
        if link is not None and link.state == "gone":
            return reason(link.reason or "closed", link.detail)
        if own is None:
            if self._has_open_seat:
                return say("rooms.prompt.watching_open", key=self._key(ROOMS_SIT_DOWN))
            return say("rooms.prompt.watching")
        taken = sum(seat.kind != "open" for seat in room.seats)
        if taken < self._feed.vocabulary.seats.start:
            if not self._is_host:
                return say("rooms.prompt.few", least=self._feed.vocabulary.seats.start)
            return say("rooms.prompt.alone", key=self._key(ROOMS_ADD_BOT))
        if self._is_host:
            if room.settings.rated and room.settings.clock is None and self._others:
                return say("rooms.prompt.needs_clock", key=self._key(ROOMS_OPTIONS))
            awaited = self._awaited()
            return (
                say("rooms.prompt.awaited", names=listed(awaited))
                if awaited
                else say("rooms.prompt.start", key=self._key(ROOMS_START))
            )
        if room.seats[own].ready:
            return say("rooms.prompt.wait")
        return say("rooms.prompt.get_ready", key=self._key(ROOMS_READY))

    def _key(self, command: Command) -> str:
        return first_key(command, self.app.settings.keys)

    def _friends(self) -> list[str]:
        """The lines to send to friends."""
        session = self.app.session
        if session is None or session.welcome is None:
            return []
        ways = session.ways_in()
        room = self._feed.room
        invitations = invitation(ways, room.table, watch=room.settings.watchers)
        lines = [line for _, line in invitations]
        if invitations and self.size.width >= _ROOM_FOR_LABELS:
            left = max(cell_len(words) for words, _ in invitations) + 2
            lines = [padded(words, left) + line for words, line in invitations]
        if session.here and all(is_loopback(url) for urls in ways.values() for url in urls):
            lines.append(say("rooms.friends.alone"))
        return lines
