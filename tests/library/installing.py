"""Moothall as it is installed: from a wheel, into an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.support.live import ROOT

PARTS = (
    *("domain", "events", "moothall", "server", "workers", "packaging"),
    *("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"),
)
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]


def install(folder: Path, **settings: str) -> Path:
    """An environment with nothing of this checkout in it but what the wheel has; the libraries are those of here.
    `settings` are what stands in the environment while it is built. Returns where the packages are."""
    source = copy_source(folder / "source")
    build_wheel(source, folder, **settings)
    venv.create(folder / "venv", symlinks=True)
    (wheel,) = folder.glob("moothall-*.whl")
    python = str(folder / "venv/bin/python")
    subprocess.run([*PIP, "--python", python, "install", "--no-index", "--no-deps", str(wheel)], cwd=folder, check=True)
    packages = folder / f"venv/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
    # Of a folder that is only named here, the .pth files are not read: nothing of it leads back to the checkout.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    shutil.rmtree(source)
    return packages


def copy_source(source: Path) -> Path:
    """What a wheel is built from."""
    source.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, source / part, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, source / part)
    return source


def build_wheel(source: Path, folder: Path, **settings: str) -> None:
    """A wheel in that folder, from a folder or an archive, with the libraries that are here."""
    own = ["wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source)]
    subprocess.run([*PIP, *own], cwd=folder, env={**os.environ, **settings}, check=True)


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command of that environment, somewhere else."""
    somewhere = folder / "somewhere"
    somewhere.mkdir(exist_ok=True)
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(folder / "venv/bin" / command[0]), *command[1:]],
        cwd=somewhere,
        env=clean,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
