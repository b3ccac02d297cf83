"""A page of the documentation, followed by the letter: its blocks are typed one after the other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.e2e.conftest import ROOT, Hall

PATIENCE_S = 500
"""Reached only when something hangs."""


def page(name: str) -> str:
    """The text of a page: `README.md`, `docs/tour.md`."""
    return (ROOT / name).read_text("utf-8")


def blocks(text: str, language: str = "bash") -> list[str]:
    """What stands in its fences of a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def typed(script: str, folder: Path, hall: Hall) -> subprocess.CompletedProcess[str]:
    """A script run by a shell in that folder, which has `moothall` on its path and knows where the server is."""
    command = folder / ".venv" / "bin" / "moothall"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m moothall "$@"\n')
    command.chmod(0o755)
    (command.parent / "activate").write_text(f'PATH="{command.parent}:$PATH"\n')
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "BASE": hall.url,
            "MOOTHALL_SERVER": hall.url,
            "DATA": str(hall.data),
            "COLUMNS": "160",
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
