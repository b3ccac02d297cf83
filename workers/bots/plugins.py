"""Bots that are not ours: named by file, by module, or installed with a package.

    greedy, mcts:200, mcts:500ms      a level of Moothall, with a budget if you like
    ./mine.py:Bot, ./mine.py          a name in a file; `bot` or `Bot` where none is given
    package.module:Bot                a name in a module that can be imported
    sharp                             an entry point of the group `moothall.bots`, by its name

All of them may have a budget behind them (`./mine.py:Bot:500ms`). What they look like is told in adapt.py.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from moothall.workers.bots import BOTS, Bot, UnknownBot, unknown
from moothall.workers.bots.adapt import NoBot, adapted, thinking, wants
from moothall.workers.bots.budget import UNLIMITED, Budget
from moothall.workers.bots.failures import where_it_failed

GROUP = "moothall.bots"
"""The group of entry points that bots are installed under."""

NAMES = ("bot", "Bot")
"""What is looked for in a file where no name is given."""

LEVEL = re.compile(r"[a-z][a-z0-9_-]{0,31}")
"""What a level can be called."""

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
