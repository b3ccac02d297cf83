"""Bots that are not ours: named by file, by module, or installed with a package, and made to fit the one interface.

    greedy, mcts:200, mcts:500ms      a level of Moothall, with a budget if you like
    ./mine.py:Bot, ./mine.py          a name in a file; `bot` or `Bot` where none is given
    package.module:Bot                a name in a module that can be imported
    sharp                             an entry point of the group `moothall.bots`, by its name

All of them may have a budget behind them (`./mine.py:Bot:500ms`).

A bot of somebody else is a function, an object with a method `choose`, or a class of such objects. How many arguments
it takes says what it wants to be given:

    bot(view, moves)    what the seat sees and its legal moves, as plain data, just as over REST
    bot(position)       the position as the seat may imagine it, to try moves ahead (position.py)

It answers a move (one of those it was given, or its place in the list), or several that it would make one after the
other as long as nothing new becomes known. It is judged by the rules on what its seat sees; nothing that it is given
leads to the true state, nor to the luck of the game.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from moothall.domain.core.draw import Draw, FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots.guard import where_it_failed
from moothall.workers.bots.levels import BOTS, Bot, UnknownBot, unknown
from moothall.workers.bots.planner import UNLIMITED, Budget
from moothall.workers.bots.position import BadAnswer, Position, as_json

GROUP = "moothall.bots"
"""The group of entry points that bots are installed under."""

NAMES = ("bot", "Bot")
"""What is looked for in a file where no name is given."""

LEVEL = re.compile(r"[a-z][a-z0-9_-]{0,31}")
"""What a level can be called."""

VIEW_AND_MOVES, POSITION = 2, 1
"""How many arguments the two kinds of bots take."""

_BUDGET = re.compile(r":(?P<n>[1-9][0-9]{0,6})(?P<ms>ms)?$")
_NAMED = re.compile(r"(?P<place>.+):(?P<name>[^\W\d]\w*)")


class Loaded(NamedTuple):
    """A bot, ready to play."""

    name: str
    """What it is called in reports: as it was named."""
    new: Callable[[], Bot]
    """One for one seat of one game: what it remembers is what that seat knows, and nothing else."""
    budget: Budget
    own: bool
    """Whether it is one of Moothall's own."""
    file: str | None = None
    """Where it is written."""


class NoBot(ValueError):
    """Something that cannot be used as a bot; says why."""


def load(spec: Any) -> Loaded:
    """The bot of that name; or a function, a class or an object that is one. Raises UnknownBot."""
    if isinstance(spec, Loaded):
        return spec
    if not isinstance(spec, str):
        return _loaded(getattr(spec, "__name__", None) or type(spec).__name__, spec, UNLIMITED)
    text, budget = _split(spec)
    if text in BOTS:
        ours = BOTS[text]
        return Loaded(spec, lambda: ours, budget, own=True)
    return _loaded(spec, _find(text), budget)


def portable(spec: str) -> str:
    """The same bot for a process that may run elsewhere: files by their absolute path."""
    text, _ = _split(spec)
    place, name = _parted(text)
    if text in BOTS or not _is_file(place):
        return spec
    return f"{Path(place).expanduser().resolve()}{f':{name}' if name else ''}{spec[len(text) :]}"


def read_levels(text: str) -> dict[str, str]:
    """`sharp=./mine.py:Bot,deep=package.module:Bot` by level, in that order. Raises UnknownBot."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        level, equals, spec = part.partition("=")
        if not equals or not spec or not LEVEL.fullmatch(level):
            raise UnknownBot(f"{part!r} names no level: write level=./file.py:Bot, the level in small letters")
        if level in BOTS or level in found:
            raise UnknownBot(f"there is a level {level!r} already; call it something else")
        found[level] = portable(spec)
    return found


def load_levels(text: str) -> dict[str, Loaded]:
    """The bots that an operator has named, by level. Raises UnknownBot."""
    return {level: load(spec) for level, spec in read_levels(text).items()}


def installed() -> Mapping[str, EntryPoint]:
    """The bots that came with packages, by name."""
    return {each.name: each for each in entry_points(group=GROUP)}


def adapted(made: Any) -> Bot:
    """A bot of somebody else as the one interface has it."""
    think = thinking(made)
    plain = wants(think) == VIEW_AND_MOVES

    def bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
        position = Position(title, state, seat, _own_luck(draw), budget)
        answer = think(position.view, as_json(position.moves)) if plain else think(position)
        # On a position that the bot has never had in its hands: what it has written into its own counts for nothing.
        return _plan(Position(title, state, seat, _own_luck(draw), budget), answer)

    return bot


def thinking(made: Any) -> Callable[..., Any]:
    """What is called for a choice: the method `choose` of an object, or the function itself."""
    think = getattr(made, "choose", None) or made
    if not callable(think):
        raise NoBot("a bot is a function, or a class with a method choose")
    return think  # type: ignore[no-any-return]  # callable, of whatever kind


def wants(think: Callable[..., Any]) -> int:
    """How many arguments it takes, which says what it wants to be given. Raises NoBot if neither one nor two."""
    try:
        parameters = inspect.signature(think).parameters.values()
    except (TypeError, ValueError) as error:
        raise NoBot("what it takes cannot be found out: write it as a function") from error
    placed = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    least = [each for each in placed if each.default is each.empty]
    needed = [each for each in parameters if each.kind is each.KEYWORD_ONLY and each.default is each.empty]
    if needed or len(least) not in (VIEW_AND_MOVES, POSITION):
        raise NoBot(f"it takes {', '.join(map(str, parameters)) or 'nothing'}; a bot takes (position) or (view, moves)")
    return len(least)


def _split(spec: str) -> tuple[str, Budget]:
    """What names the bot, and its budget."""
    found = _BUDGET.search(spec)
    if found is None:
        return spec, UNLIMITED
    n = int(found["n"])
    return spec[: found.start()], Budget(ms=n) if found["ms"] else Budget(iterations=n)


def _parted(text: str) -> tuple[str, str | None]:
    """Where it is, and what it is called there."""
    found = _NAMED.fullmatch(text)
    return (found["place"], found["name"]) if found else (text, None)


def _is_file(place: str) -> bool:
    return place.endswith(".py") or "/" in place


def _find(text: str) -> Any:
    """The function, class or object of that name."""
    place, name = _parted(text)
    if _is_file(place):
        path = Path(place).expanduser().resolve()
        if not path.is_file():
            raise UnknownBot(f"there is no file {place}")
        return _named_in(_module_of(path, path.stat().st_mtime_ns), name, place)
    if name is not None:
        return _named_in(_imported(place), name, place)
    entry = installed().get(text)
    if entry is None:
        raise _unknown(text)
    try:
        return entry.load()
    except Exception as error:
        raise UnknownBot(f"the entry point {text!r} ({entry.value}) cannot be loaded: {_why(error)}") from error


def _unknown(spec: str) -> UnknownBot:
    others = ", ".join(sorted(set(installed()) - set(BOTS)))
    more = f"; installed: {others}" if others else ""
    return UnknownBot(f"{unknown(spec)}{more}; or name your own: ./mine.py:Bot, package.module:Bot")


@lru_cache(maxsize=256)
def _module_of(path: Path, changed_at: int) -> ModuleType:
    """The file as a module: loaded once, and again when it was changed. What lies beside it can be imported."""
    name = f"moothall_bot_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} is no Python file")
    _let_import_from(path.parent)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UnknownBot(f"{path} cannot be loaded: {_why(error, str(path))}") from error
    return module


def _imported(place: str) -> ModuleType:
    _let_import_from(Path.cwd())
    try:
        return importlib.import_module(place)
    except Exception as error:
        raise UnknownBot(f"the module {place} cannot be imported: {_why(error)}") from error


def _let_import_from(folder: Path) -> None:
    """Behind everything else, so that no module of ours or of a library is hidden by one that lies there."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _named_in(module: ModuleType, name: str | None, place: str) -> Any:
    if name is not None:
        if not hasattr(module, name):
            raise UnknownBot(f"{place} has no {name}{_instead(module)}")
        return getattr(module, name)
    found = [each for each in NAMES if each in _own_names(module)]
    if not found:
        raise UnknownBot(f"{place} has neither a bot nor a Bot: name what it has, {place}:Name{_instead(module)}")
    return getattr(module, found[0])


def _own_names(module: ModuleType) -> list[str]:
    """What can be called and was not imported from elsewhere."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and callable(value)
        and getattr(value, "__module__", module.__name__) == module.__name__
    ]


def _instead(module: ModuleType) -> str:
    names = _own_names(module)
    return f"; it has {', '.join(names)}" if names else ""


def _loaded(name: str, found: Any, budget: Budget) -> Loaded:
    """What was found, made sure that it can be used."""
    is_class = isinstance(found, type)
    try:
        if is_class and not callable(getattr(found, "choose", None)):
            raise NoBot("the class has no method choose")
        wants(_bound(found) if is_class else thinking(found))
    except NoBot as error:
        raise UnknownBot(f"{name} is no bot: {error}") from error
    module = sys.modules.get(getattr(found, "__module__", None) or type(found).__module__)
    file = getattr(module, "__file__", None)
    return Loaded(name, (lambda: adapted(found())) if is_class else (lambda: adapted(found)), budget, False, file)


def _bound(kind: type) -> Callable[..., Any]:
    """The method `choose` as an object of that class has it. The objects themselves are made for every game."""
    choose: Any = inspect.getattr_static(kind, "choose")
    return choose.__get__(object(), kind) if hasattr(choose, "__get__") else choose  # type: ignore[no-any-return]


def _why(error: Exception, file: str | None = None) -> str:
    at = where_it_failed(error, file)
    return f"{type(error).__name__}: {error}{f' ({at})' if at else ''}"


def _own_luck(draw: Draw) -> FastDraw:
    """Luck that leads to no other: whoever knows the inside of a fast generator knows all that it will draw, and the
    bots' is a neighbour of the game's."""
    number = draw.below("plugged-in", 1 << 62)
    return FastDraw(int.from_bytes(hashlib.sha256(b"plugged-in/%d" % number).digest()[:8], "big"))


def _plan(position: Position, answer: Any) -> tuple[Any, ...]:
    """The answer as a plan, cut off where something becomes known or others act. Raises BadAnswer."""
    several = isinstance(answer, Sequence) and not isinstance(answer, str | bytes)
    asked: Sequence[Any] = answer if several else (answer,)
    if not asked:
        raise BadAnswer("it answered an empty list of moves")
    title, seat, state = position.title, position.seat, position.state
    plan: list[Any] = []
    for move in asked:
        record = position.read(move)
        try:
            turn = title.play(state, seat, record, position.draw)
        except IllegalMove as error:
            raise BadAnswer(f"the rules refuse {msgspec.to_builtins(record)}: {error}") from error
        plan.append(record)
        state = turn.state
        if any(map(title.tells, turn.changes)) or not title.awaiting(state).asks(seat):
            break
        position = Position(title, state, seat, position.draw, position.budget)
    return tuple(plan)
