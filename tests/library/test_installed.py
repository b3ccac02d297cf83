"""Installed from a wheel into an environment of its own: the library and the command work anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.library.installing import install, run


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    packages = install(folder)
    assert not list(packages.glob("domain/**/*.so")), "nothing is compiled unless it is asked for"
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
