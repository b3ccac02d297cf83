"""The modules of the page against the types of the API, checked by TypeScript's compiler."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / ".node" / "node_modules" / ".bin"

pytestmark = pytest.mark.skipif(not BIN.is_dir(), reason="types not checked: tsc is node's (make .node/.ready)")


def test_the_modules_fit_the_types_of_the_api() -> None:
    types = ROOT / ".node" / "api.d.ts"
    commands: list[list[str | Path]] = [
        [BIN / "openapi-typescript", ROOT / "openapi.yaml", "--output", types],
        [BIN / "tsc", "--project", ROOT / "server" / "web"],
    ]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
