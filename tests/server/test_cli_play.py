"""`moothall play` at a real server, its lines typed by a script: between people, since nobody plays AI seats here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.accounts.players import Players
from moothall.events.redis_client.connection import connect
from moothall.server.cli.play.forms import forms_of
from moothall.server.cli.play.game import Client, Game
from moothall.server.cli.play.screen import Screen
from moothall.server.cli.play.terminal import WAIT_S, Leave, Terminal, Watcher
from moothall.server.embedded import EmbeddedRedis
from tests.support.live import until
from tests.support.tally import TALLY

Line = str | Callable[[], None]
"""What is typed, or what somebody else does while the player thinks."""

TABLE = re.compile(r"^(.+): the table ─+$", re.MULTILINE)


@pytest.fixture(autouse=True)
def tally_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "tally", TALLY)


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Who would have to wait presses Ctrl-C; the seconds that were asked for."""
    waits: list[int] = []
    really = Game.wait

    def wait(game: Game, seconds: int) -> bool:
        waits.append(seconds)
        happened = really(game, 0)
        if not happened and seconds == WAIT_S:
            raise KeyboardInterrupt
        return happened

    monkeypatch.setattr(Game, "wait", wait)
    return waits


@pytest.fixture(autouse=True)
def _nobody_yet(redis_server: EmbeddedRedis) -> None:
    """The names of those who were at the server before are free."""
    with connect(redis_server.url) as redis:
        for name in redis.scan_iter(keys.claim("*")):
            redis.delete(name)


class Table:
    """A game between people: the first of them at a terminal."""

    def __init__(
        self, address: str, title: str, *names: str, meet: Callable[[Client], None] | None = None, **settings: Any
    ) -> None:
        """`meet` is told of everybody who has registered."""
        self.people = [Client(address) for _ in names]
        for person, name in zip(self.people, names, strict=True):
            person.register(name)
            if meet is not None:
                meet(person)
        body = {"title": title, "seats": [{"kind": "human"}] * len(names), **settings}
        self.path = f"/v1/games/{self.people[0].call('POST', '/v1/games', body)['id']}"
        for person in self.people[1:]:
            person.call("POST", f"{self.path}/seats")

    def play(self, seat: int, **move: Any) -> None:
        self.people[seat].call("POST", f"{self.path}/moves", {"move": move})

    def first(self, seat: int) -> None:
        """The seat makes the first move it is offered."""
        self.play(seat, **self.people[seat].call("GET", f"{self.path}/moves?limit=1")["moves"][0]["move"])

    def game(self, client: Client | None = None) -> Game:
        client = client or self.people[0]
        return Game(client, client.call("GET", self.path))

    def sit(self, *lines: Line, page: int = 20, new: bool = True) -> str:
        """What the player at the terminal is shown while typing these lines, and leaving."""
        paper = Paper(lines)
        with pytest.raises(Leave):
            Terminal(self.game(), paper.screen, page, paper.read).run(new)
        paper.check()
        return paper.text


class Paper:
    """A screen of eighty columns, and a script that types."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._file = StringIO()
        self._lines: Iterator[Line] = iter(lines)
        self.screen = Screen(Console(file=self._file, width=80, markup=False, emoji=False, highlight=False))

    @property
    def text(self) -> str:
        return self._file.getvalue()

    def read(self, prompt: str) -> str:
        for line in self._lines:
            if isinstance(line, str):
                self._file.write(f"{prompt}{line}\n")
                return line
            line()
        raise EOFError

    def check(self) -> None:
        assert "\x1b" not in self.text
        long = [line for line in self.text.splitlines() if len(line) > 80]
        assert not long, long
        assert not list(self._lines), "not everything was typed"


def test_the_table_is_shown_whenever_the_player_is_asked(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")

    def ben_writes() -> None:
        table.play(1, type="write", number=2)

    text = table.sit("3", "u", ben_writes, "4", "1", "u")
    asked = text.count("\nYour ")
    assert asked == 5, "to write, again after the undo, then the turn, to add again, and again after the undo"
    assert len(TABLE.findall(text)) == asked
    positions = [found.start() for found in re.finditer(r": the table|\nYour ", text)]
    assert [text[at] for at in positions] == [":", "\n"] * asked, "each time before the question"
    assert "      u: take back" in text
    assert re.search(r"^ +\d+  Ben does something in secret$", text, re.MULTILINE)


def test_the_first_minute_says_what_it_is_about(address: str) -> None:
    text = Table(address, "manaforge", "Ada", "Ben", "Cy").sit()
    assert text.startswith("Manaforge ─")
    assert "- 2 to 4 wizards" in text
    assert "At the table: Ada (you), Ben (person) and Cy (person)." in text
    assert "? helps" in text
    assert "You take seat 0" in text
    assert "Your decision: draft talent. 4 moves:\n   1  Pick " in text


def test_pages_and_a_filter_that_says_when_nothing_fits(address: str) -> None:
    text = Table(address, "tally", "Ada", "Ben").sit("n", "p", "/nonsense", "/WRITE", "/", "99", "hello", "", page=3)
    assert "Your decision: write. Moves 1-3 of 5:" in text
    assert "Moves 4-5 of 5:\n   4  Write\n   5  Write\n      p: previous page" in text
    assert "No move has 'nonsense' in it; / alone shows all again." in text
    assert "Moves 1-3 of 5 with 'WRITE':" in text
    assert "/ alone: all moves again" in text
    assert "No: there are moves 1 to 5" in text
    assert "What do you mean?" in text
    assert text.count("Moves 1-3 of 5:") == 4, "at first, back again, unfiltered, and on Enter"


def test_questions_history_and_scores(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")
    text = table.sit("?", "? rules", "? TL-1.2", "? tb-5", "? die", "? dye", "? 1", "? 77", "h", "h 1", "s", "t")
    assert "  f NUMBER       the same, starting from that move" in text
    assert "  TL-1   All of it" in text
    assert "Components (? and the word): dice (1)." in text
    assert "  TL-1.2 The secret number is 1 to 5. [designed]" in text
    assert "TB-5 Resigning\n  TB-5.1 A seat may resign" in text
    assert "  die (dice): " in text
    assert "Nothing is called 'dye', and no rule says it. Did you mean die?" in text
    assert "> ? 1\nWrite\n" in text
    assert "No: there is no move of that number" in text
    assert text.count("The game starts") == 3, "as news and twice in the history"
    assert re.search(r"> s\n +You +Ben\n +points +0 +0\n +total +0 +0\n", text)
    assert text.rstrip().endswith(")"), "the table again"


def test_a_refusal_comes_with_its_rule(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")
    text = table.sit("f write", "9", "", "1 3", "")
    assert "No: 9 is not 1 to 5\n    TL-1.2 The secret number is 1 to 5." in text
    assert text.count("form> ") == 3, "Enter does not play what is refused"
    assert re.search(r"form> \n +\d+  Written\n", text)


def test_a_move_that_is_in_no_list(address: str) -> None:
    text = Table(address, "tally", "Ada", "Ben").sit("f wave", "x", "f juggle", "add", "?", "", "x")
    assert "Left as it was." in text
    assert "No: there is no juggle here" in text
    assert "   1  write: Write a secret number\nNot possible or not listed now: add, done, wave." in text
    assert "No: you are not asked for that\n    TL-1.1 A seat moves when it is asked." in text


def test_somebody_else_was_faster(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")
    text = table.sit(lambda: table.play(0, type="write", number=1), "2", lambda: table.play(1, type="write", number=2))
    assert "No: the table has moved on meanwhile" in text


def test_a_pause_and_going_on(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")

    def ben_agrees() -> None:
        table.people[1].call("POST", f"{table.path}/pause")

    def ben_goes_on() -> None:
        table.people[1].call("POST", f"{table.path}/resume")

    text = table.sit("pause", ben_agrees, "1", "hm", "resume", ben_goes_on, "", "1")
    assert "You ask for a pause" in text
    assert "The game is paused. resume: go on." in text
    assert "All agree: the game goes on" in text


def test_resigning_is_asked_twice(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")
    text = table.sit("resign", "n", "resign", "y")
    assert "You play on." in text
    assert text.rstrip().endswith("An AI plays on in your seat.")
    assert table.game().seat is None


def test_coming_back_tells_what_happened_since(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")
    table.play(0, type="write", number=2)
    table.play(1, type="write", number=2)
    text = table.sit("h", new=False)
    before, _, history = text.partition("> h\n")
    assert "Revealed" in before, "Ben's act, which came after Ada's"
    assert "You take seat 0" not in before
    assert "You take seat 0" in history
    assert re.search(r"\.\.\. \d+ earlier events; h \d+ shows them", before)
    assert "two to four" not in text.lower()


def test_whoever_waits_is_told_for_whom_and_can_type_meanwhile(address: str, nobody_waits: list[int]) -> None:
    table = Table(address, "tally", "Ada", "Ben")
    table.play(0, type="write", number=2)
    text = table.sit("s", "f wave", "", "", "q", new=False)
    assert text.count("Waiting for Ben ... Ctrl-C: type something meanwhile.") == 3
    assert "There is nothing for you to do now." in text
    assert "Enter: wait on." in text
    assert "Waved" in text
    assert nobody_waits == [1, 30] * 3


def rename(redis_server: EmbeddedRedis, person: Client, name: str) -> None:
    """Give an account a name that none can have any more."""
    with connect(redis_server.url) as redis:
        players = Players(redis)
        account = players.get(person.call("GET", "/v1/me")["id"])
        assert account is not None
        players.set_scopes(replace(account, name=name), account.scopes)
    until(lambda: person.call("GET", "/v1/me")["name"] == name, "the other name")


def test_names_cannot_command_the_terminal(address: str, redis_server: EmbeddedRedis) -> None:
    """Accounts of earlier times may have any name."""

    def meet(person: Client) -> None:
        if person.call("GET", "/v1/me")["name"] == "Ben":
            rename(redis_server, person, "Ben\x9b31m\u202e[bold]x")

    text = Table(address, "tally", "Ada", "Ben", meet=meet).sit()
    assert not {"\x9b", "\u202e"} & set(text)
    assert r"Ben\x9b31m\u202e[bold]x (person)" in text


def test_namesakes_are_told_apart(address: str, redis_server: EmbeddedRedis) -> None:
    """Accounts of earlier times may have the same name."""
    text = Table(address, "tally", "Ada", "Ben", meet=lambda person: rename(redis_server, person, "Ada")).sit()
    assert "At the table: Ada (seat 0) (you) and Ada (seat 1) (person)." in text


def test_watching_event_by_event(address: str) -> None:
    table = Table(address, "tally", "Ada", "Ben")
    table.play(0, type="write", number=2)
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            raise KeyboardInterrupt

    paper = Paper(("h", "t", "s", "? TL-1.1", "1", "q"))
    watcher = Watcher(table.game(Client(address)), paper.screen, 0.5, paper.read, pause)
    table.play(1, type="write", number=2)
    with pytest.raises(Leave):
        watcher.run(new=True)
    paper.check()
    assert pauses == [0.5, 0.5]
    assert "Ada does something in secret" not in paper.text, "that is the third event"
    assert "What do you mean? Enter goes on, ? helps." in paper.text
    assert "  TL-1.1 A seat moves when it is asked. [designed]" in paper.text
    assert len(TABLE.findall(paper.text)) == 2, "the first round's, and when asked for"


MEDIEVAL = ("place_mayors", "place_generals", "place_admirals", "place_buffers")


def test_a_placement_part_by_part(address: str) -> None:
    table = Table(address, "medieval-realms", "Ada", "Ben")
    while table.game().now["awaiting"]["decisions"][0]["kind"] == "starting_pair":
        table.first(table.game().now["awaiting"]["decisions"][0]["seat"])
    text = table.sit("f", "2", "0", "1", "0", "1", "", "f", "3", "", "f", "8", "", "f", "2, 1", "", new=False)
    assert text.count("\nproduction> ") == 1
    assert "raw material: 0, the only way" in text
    assert [kind for kind in MEDIEVAL if f"\n{kind.replace('_', ' ').capitalize()}\n" in text] == list(MEDIEVAL)
    placed = [event["move"] for event in table.game().client.call("GET", f"{table.path}/events")["events"]]
    mine = [move for move in placed if move and move["type"] in MEDIEVAL]
    assert mine[0]["production"] == 2
    assert mine[0]["science"] + mine[0]["religion"] + mine[0]["gold"] >= 1
    assert [move["areas"] for move in mine[1:]] == [[3], [8], [1, 2]], "in the order that is posted"


def winds(address: str) -> Table:
    """A game of Winds of Numa Sera in which Ada's first turn has come."""
    table = Table(address, "winds-of-numa-sera", "Ada", "Ben")
    while (asked := table.game().now["awaiting"]["decisions"][0])["kind"] != "turn" or asked["seat"] != 0:
        table.first(asked["seat"])
    return table


def test_a_trade_of_ones_own(address: str) -> None:
    table = winds(address)
    numbers = {each: str(n) for n, each in enumerate(parameters("winds-of-numa-sera", "offer_trade"), 1)}
    text = table.sit(
        "f offer trade", "", numbers["give_cards"], "", f"{numbers['give_capital']} 1", f"{numbers['get_capital']} 2",
        "", "q", new=False,
    )  # fmt: skip
    assert "to: Ben, the only way" in text
    suggested = text.partition("give cards> ")[0].rpartition("separated by commas:\n")[2].splitlines()[:-1]
    assert len(suggested) >= 3, "the hand"
    assert all(re.search(r" \(yours\)( no\. \d+)?$", line) for line in suggested), suggested
    assert "  give capital: 1\n" in text
    offered = [event["move"] for event in table.game().client.call("GET", f"{table.path}/events")["events"]][-1]
    assert offered == {"type": "offer_trade", "to": 1, "give_capital": 1, "get_capital": 2}


def shopping(address: str) -> tuple[Table, int, Any]:
    """A game in which Ada can buy an Item in her first turn, as the dice and the cards have it in most; the number of
    that move and the move."""
    for _ in range(30):
        table = winds(address)
        offered = table.people[0].call("GET", f"{table.path}/moves")["moves"]
        for number, each in enumerate(offered, 1):
            if each["move"]["type"] == "buy_item":
                return table, number, each["move"]
    raise AssertionError("in thirty games there was nothing to buy")


def test_the_price_paid_in_ones_own_way(address: str) -> None:
    table, number, wanted = shopping(address)
    price = next(
        item["cost"] for item in TITLES["winds-of-numa-sera"].content.tables["items"] if item["id"] == wanted["item"]
    )
    text = table.sit(f"f {number}", "2", "credit", "treasury 1", f"2 treasury {price}", "", new=False)
    assert "payment: where the price comes from" in text
    assert "No: credit is no amount" in text
    assert re.search(r"payment: treasury 1\nNo: .+\n +NS-\d", text), "too little, and the rule that says so"
    bought = [event["move"] for event in table.game().client.call("GET", f"{table.path}/events")["events"]][-1]
    assert bought == {**wanted, "payment": {"treasury": price}}


def parameters(slug: str, kind: str) -> list[str]:
    return [field.name for field in forms_of(TITLES[slug])[kind].fields]


@pytest.mark.parametrize("slug", ["gates-of-mara", "manaforge", "medieval-realms", "winds-of-numa-sera"])
def test_every_listed_move_can_be_composed(address: str, slug: str) -> None:
    """By its number, as it is: the form takes it, and the server too."""
    table, made = Table(address, slug, "Ada", "Ben"), 0
    while (asked := table.game().now["awaiting"]["decisions"]) and made < 12:  # or until a step is due
        if asked[0]["seat"] != 0:
            table.first(asked[0]["seat"])
            continue
        count = len(table.people[0].call("GET", f"{table.path}/moves")["moves"])
        text = table.sit(f"f {1 + made % count}", "", new=False)
        assert "It would be:" in text or "It can be played" in text
        made += 1
    assert made >= 5
