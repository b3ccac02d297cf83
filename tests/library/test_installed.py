"""Installed from a wheel into an environment of its own: the library and the command work anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.support.live import ROOT

PARTS = ("domain", "events", "moothall", "server", "workers", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing of this checkout in it but what the wheel has; the libraries are those of here."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    source.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, source / part)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    own = [*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source)]
    subprocess.run(own, cwd=folder, check=True)
    venv.create(folder / "venv", symlinks=True)
    (wheel,) = folder.glob("moothall-*.whl")
    python = str(folder / "venv/bin/python")
    subprocess.run([*pip, "--python", python, "install", "--no-index", "--no-deps", str(wheel)], cwd=folder, check=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    # Of a folder that is only named here, the .pth files are not read: nothing of it leads back to the checkout.
    (folder / f"venv/lib/{version}/site-packages/libraries.pth").write_text(sysconfig.get_path("purelib"))
    shutil.rmtree(source)
    return folder


def run(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    somewhere = home / "somewhere"
    somewhere.mkdir(exist_ok=True)
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(home / "venv/bin" / command[0]), *command[1:]],
        cwd=somewhere,
        env=clean,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


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
