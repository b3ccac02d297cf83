"""What others make of openapi.yaml: linters have nothing to say, and clients in TypeScript compile and play.

The tools are node's: `make .node/.ready` installs them where node is. The generator needs Java as well.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from moothall.domain.titles import TITLES
from tests.e2e.conftest import Hall

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent / "typescript"
TOOLS = ROOT / ".node"
BIN = TOOLS / "node_modules" / ".bin"
GENERATOR = TOOLS / "openapi-generator" / "openapi_generator_cli" / "openapi-generator.jar"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not BIN.is_dir(), reason="needs node, and its tools: make .node/.ready"
)
needs_generator = pytest.mark.skipif(
    shutil.which("java") is None or not GENERATOR.is_file(), reason="needs Java, and the generator: make .node/.ready"
)


def run(*command: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, env={**os.environ, **QUIET}, check=False
    )


def must(*command: str | Path, cwd: Path) -> str:
    done = run(*command, cwd=cwd)
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-5_000:]
    return done.stdout


def test_redocly_has_nothing_to_say() -> None:
    done = run(BIN / "redocly", "lint", "openapi.yaml", "--format=json")
    report = json.loads(done.stdout)
    assert report["problems"] == []
    assert report["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def test_spectral_has_nothing_to_say() -> None:
    command: list[str | Path] = [BIN / "spectral", "lint", "--ruleset", HERE / "spectral.yaml", "--fail-severity=hint"]
    done = run(*command, "openapi.yaml")
    assert done.returncode == 0, done.stdout
    assert "No results" in done.stdout


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client, checked by the compiler against the types that openapi-typescript makes."""
    folder = tmp_path_factory.mktemp("typescript")
    for name in ("play.mts", "tsconfig.json"):
        shutil.copy(HERE / name, folder)
    (folder / "node_modules").symlink_to(TOOLS / "node_modules")
    must(BIN / "openapi-typescript", ROOT / "openapi.yaml", "--output", "schema.d.ts", cwd=folder)
    must(BIN / "tsc", "--project", ".", "--rewriteRelativeImportExtensions", cwd=folder)
    return folder / "play.mjs"


@pytest.mark.parametrize("slug", TITLES)
def test_openapi_typescript_and_openapi_fetch_play_a_whole_game(program: Path, hall: Hall, slug: str) -> None:
    said = json.loads(must("node", program, hall.url, slug, cwd=program.parent))
    assert said["played"] > 5
    assert len(said["scores"]) == 2
    assert sorted(seat for tied in said["ranking"] for seat in tied) == [0, 1]


@needs_generator
def test_what_openapi_generator_makes_compiles(tmp_path: Path) -> None:
    """Its client for fetch, in TypeScript; of each kind of move it reads the kind's own fields."""
    command: list[str | Path] = [
        "java",
        "-Xmx700m",
        "-jar",
        GENERATOR,
        "generate",
        "-g",
        "typescript-fetch",
        "-o",
        tmp_path,
    ]
    said = must(*command, "-i", ROOT / "openapi.yaml", cwd=tmp_path)
    assert "ERROR" not in said
    options = ["--noEmit", "--strict", "--skipLibCheck", "--lib", "es2020,dom", "--target", "es2020"]
    must(BIN / "tsc", *options, "--module", "esnext", "--moduleResolution", "bundler", "index.ts", cwd=tmp_path)
    union = (tmp_path / "models" / "Move.ts").read_text("utf-8")
    assert "case 'end_turn':\n            return Object.assign({}, EndTurnMoveFromJSONTyped(json, true)" in union
