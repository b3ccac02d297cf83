"""What is imported is declared: whoever installs Moothall gets every library that it uses, and none besides."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution, packages_distributions
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.live import ROOT

OWN = ("domain", "events", "workers", "server", "moothall")
EXTRAS = {"server/traces": "traces", "moothall/environment": "pettingzoo"}
"""What only works with an extra installed, and which."""

FOUND = ("files", "find_spec")
"""Functions that take a library by its name: its data are used."""

APART = "server/bench/peers"
"""What is only measured against is installed apart, if at all (see Makefile)."""


@cache
def declared() -> dict[str, set[str]]:
    """The libraries that pyproject.toml names, by extra; those of every installation under the empty name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: {_plain(re.split(r"[<>=!~;\[ ]", each)[0]) for each in group} for extra, group in groups.items()}


def imported(package: str) -> Iterator[tuple[Path, str]]:
    """Every library that a package of ours imports, and where."""
    for path in sorted((ROOT / package).rglob("*.py")):
        place = path.relative_to(ROOT)
        if place.is_relative_to(APART):
            continue
        for module in sorted(_modules(ast.parse(path.read_text("utf-8")))):
            if module.partition(".")[0] not in {*sys.stdlib_module_names, "moothall", "tests"}:
                yield place, _library_of(module)


@pytest.mark.parametrize("package", OWN)
def test_every_library_that_is_imported_is_declared(package: str) -> None:
    missing = {
        (str(place), library)
        for place, library in imported(package)
        if library not in declared()[""] | declared().get(_extra_of(place), set())
    }
    assert not missing


def test_those_of_tests_and_examples_are_declared_too() -> None:
    known = set().union(*declared().values())
    assert not {
        (str(place), library)
        for package in ("tests", "examples")
        for place, library in imported(package)
        if library not in known
    }


def test_nothing_is_declared_that_nothing_imports() -> None:
    used = {library for package in OWN for _, library in imported(package)}
    assert not declared()[""].union(*(declared()[extra] for extra in EXTRAS.values())) - used


def _extra_of(place: Path) -> str:
    return next((extra for folder, extra in EXTRAS.items() if place.is_relative_to(folder)), "")


def _modules(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            found.add(node.module)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FOUND:
            found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
    return found


@cache
def _library_of(module: str) -> str:
    """The distribution that a module comes from. Several can share a name at the top, as those of OpenTelemetry do."""
    several = _owners().get(module.partition(".")[0], [])
    if len(several) > 1:
        spec = find_spec(module)
        several = [name for name in several if spec is not None and spec.origin in _files(name)]
    assert several, f"{module} is not installed"
    return _plain(several[0])


@cache
def _owners() -> dict[str, list[str]]:
    return {name: sorted(set(several)) for name, several in packages_distributions().items()}


@cache
def _files(name: str) -> set[str]:
    found = distribution(name)
    return {str(found.locate_file(file)) for file in found.files or ()}


def _plain(name: str) -> str:
    """Names of distributions as they are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()
