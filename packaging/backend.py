"""How Moothall is built: by setuptools, with MOOTHALL_COMPILE=1 beside what compiles the rules (setup.py)."""

from __future__ import annotations

import os
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

COMPILING = ["mypy==2.4.1", "msgspec==0.22.0"]
"""mypyc comes with mypy; both in the versions of requirements.lock."""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What building a wheel needs."""
    needed = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needed, *COMPILING] if os.environ.get("MOOTHALL_COMPILE") == "1" else needed
