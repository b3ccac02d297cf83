"""Moothall takes one name, `moothall`, and no file of whoever runs it gets in its way."""

from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import moothall
from tests.library.installing import install
from tests.support.live import ROOT

READY = re.compile(r"ready on (http://\S+)")
THEIRS = "raise RuntimeError('a file of somebody else was imported')\n"
FOLDERS = ("domain", "events", "workers", "server")


@pytest.fixture(scope="module", params=["editable", "wheel"])
def commands(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `python` and `moothall` are."""
    if request.param == "editable":
        return Path(sys.executable).parent
    folder = tmp_path_factory.mktemp("one-name")
    install(folder)
    return folder / "venv" / "bin"


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A working directory with modules and packages that are called as Moothall's folders are."""
    for name in ("domain", "events"):
        (tmp_path / f"{name}.py").write_text(THEIRS, "utf-8")
    for name in ("server", "workers"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(THEIRS, "utf-8")
    return tmp_path


def environment(**more: str) -> dict[str, str]:
    return {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, **more}


def run(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )


def test_the_library_is_imported_beside_files_of_the_same_names(commands: Path, theirs: Path) -> None:
    code = "import moothall; print(moothall.Client.__module__, moothall.title('manaforge').name)"
    done = run(theirs, commands / "python", "-c", code)
    assert (done.stdout, done.stderr) == ("moothall.server.client Manaforge\n", "")


def test_games_are_simulated_beside_files_of_the_same_names(commands: Path, theirs: Path) -> None:
    done = run(theirs, commands / "moothall", "simulate", "medieval-realms", "--games", "2", "--processes", "2")
    assert done.returncode == 0, done.stderr
    assert "2 games of medieval-realms" in done.stdout


def test_a_server_answers_beside_files_of_the_same_names(commands: Path, theirs: Path) -> None:
    with serving(commands, theirs) as url:
        assert httpx.get(f"{url}/healthz", trust_env=False).status_code == 200


class serving:
    """A server that is started in a folder, until it is asked to stop."""

    def __init__(self, commands: Path, folder: Path) -> None:
        self._process = subprocess.Popen(
            [str(commands / "moothall"), "serve", "--port", "0", "--data", str(folder / "data")],
            cwd=folder,
            env=environment(PYTHONUNBUFFERED="1", MOOTHALL_FSYNC="no"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __enter__(self) -> str:
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line)
            if found := READY.search(line):
                return found[1]
        raise AssertionError("it did not start: " + "".join(said))

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        said = self._process.communicate(timeout=60)[0]
        assert self._process.returncode == 0, said


@pytest.mark.parametrize("name", FOLDERS)
def test_the_folders_are_not_imported_by_their_own_names(name: str) -> None:
    done = run(ROOT, sys.executable, "-c", f"import {name}")
    assert done.stderr.endswith(f"ImportError: import moothall.{name}\n")


@pytest.mark.parametrize("name", FOLDERS)
def test_the_folders_are_below_the_package_by_links(name: str) -> None:
    assert os.readlink(ROOT / "moothall" / name) == f"../{name}"


def test_importing_the_library_loads_a_name_when_it_is_asked_for() -> None:
    code = (
        "import sys, moothall; before = {each for each in sys.modules if each.startswith('moothall.')}; "
        "moothall.Game; print(before, 'moothall.game' in sys.modules, 'flask' in sys.modules)"
    )
    done = run(ROOT, sys.executable, "-c", code)
    assert (done.stdout, done.stderr) == ("set() True False\n", "")


def test_what_is_loaded_is_what_is_told_to_type_checkers() -> None:
    assert moothall.__file__ is not None
    body = ast.parse(Path(moothall.__file__).read_text("utf-8")).body
    (block,) = (node for node in body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    told = {node.module: tuple(each.name for each in node.names) for node in imports(block)}
    assert told == moothall._PLACES
    assert {name for names in told.values() for name in names} | {"__version__"} == set(moothall.__all__)
    assert set(moothall.__all__) <= set(dir(moothall))


def imports(block: ast.If) -> Iterator[ast.ImportFrom]:
    return (node for node in block.body if isinstance(node, ast.ImportFrom))
