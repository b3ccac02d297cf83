"""What is to be said of a bundle as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from moothall.events.audit import Examined
from moothall.events.audit.report import BundleReport, Verdict
from moothall.events.records.bundle import Manifest, Whole, check


def with_fault(examined: Examined, fault: str | None) -> Examined:
    """What is said of a record in a bundle. What is wrong with it there comes before what is wrong inside it."""
    if fault is None:
        return examined
    return examined._replace(report=replace(examined.report, chain=Verdict(False, 0, fault)))


def check_bundle(whole: Whole, trusted: Mapping[str, str] | None) -> BundleReport:
    """Whether it is signed as a whole."""
    if whole.manifest is None:
        return BundleReport(records=0, key=None, trusted=None, chain=Verdict(False, 0, whole.fault))
    return BundleReport(
        records=len(whole.manifest.records),
        key=whole.manifest.key or None,
        trusted=is_trusted(whole.manifest, trusted),
        chain=check_signature(whole.manifest, trusted),
    )


def check_signature(manifest: Manifest, trusted: Mapping[str, str] | None) -> Verdict:
    """That of the manifest."""
    signature = check(manifest, trusted)
    return Verdict(signature.ok, None if signature.ok is not False else 0, signature.why)


def is_trusted(manifest: Manifest, trusted: Mapping[str, str] | None) -> bool | None:
    """Whether the key it names is one of those that count; None if none were asked for."""
    return None if trusted is None or not manifest.key else trusted.get(manifest.key) == manifest.public_key
