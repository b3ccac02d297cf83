"""Installed from a wheel into an environment of its own: the library and the command work anywhere."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.library.installing import build_wheel, copy_source, install, run


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    packages = install(folder)
    assert not list(packages.glob("moothall/domain/**/*.so")), "nothing is compiled unless it is asked for"
    ours = {"domain", "events", "workers", "server", "tests"}
    assert not ours & {path.name for path in packages.iterdir()}, "one package, moothall, is installed"
    return folder


def test_the_library_is_imported_from_the_wheel(home: Path) -> None:
    program = (
        "import moothall, pathlib; assert 'installed' in moothall.__file__, moothall.__file__; "
        "assert (pathlib.Path(moothall.__file__).parent / 'py.typed').exists(); "
        "print([title.slug for title in moothall.titles()], moothall.__version__)"
    )
    done = run(home, "python", "-c", program)
    assert done.returncode == 0, done.stderr
    assert "'manaforge'" in done.stdout


@pytest.mark.parametrize("command", [["moothall"], ["python", "-m", "moothall"]], ids=["script", "module"])
def test_a_bot_file_is_simulated_and_nothing_of_the_source_is_there(home: Path, command: list[str]) -> None:
    bot = home / "somewhere" / "mine.py"
    bot.parent.mkdir(exist_ok=True)
    bot.write_text("import moothall\n\n\nclass Bot(moothall.Bot):\n    def choose(self, position):\n        return 0\n")
    arguments = ["simulate", "medieval-realms", "--bots", "./mine.py:Bot,random", "--games", "2", "--processes", "2"]
    done = run(home, *command, *arguments)
    assert done.returncode == 0, done.stderr
    assert "2 games of medieval-realms with 2 players" in done.stdout
    assert "./mine.py:Bot" in done.stdout
    assert run(home, *command, "--version").stdout.startswith("moothall, version")


def test_a_wheel_can_be_built_from_the_source_archive(tmp_path: Path) -> None:
    source = copy_source(tmp_path / "source")
    program = "import sys; sys.path.insert(0, 'packaging'); import backend; backend.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=source, capture_output=True, check=True)
    (archive,) = tmp_path.glob("moothall-*.tar.gz")
    build_wheel(archive, tmp_path)
    (wheel,) = tmp_path.glob("moothall-*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "moothall/domain/manaforge/content/1.toml",
        "moothall/events/event_store/append.lua",
        "moothall/server/web/main.js",
        "moothall/py.typed",
    } <= held
