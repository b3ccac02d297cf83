"""RULES.md as data: sections and numbered rules, served by the API and named by every refusal.

A section is a heading `### MF-4 Mana, gems, prisms`; a rule is a list item `- MF-4.3 A gem just gained ... [printed]`,
which may run over several lines. The bracket at the end says where the rule comes from. A rule that a later edition
changed keeps its older wording (`... Up to edition 1: ... [printed]`); one that came later says since when
(`- MF-4.9 From edition 2: ...`). So one document holds the rules of every edition.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from moothall.domain.core.data import Data

_SECTION = re.compile(r"### ([A-Z]{2}-\d+) (.+)")
_RULE = re.compile(r"- ([A-Z]{2}-\d+\.\d+) (.+)")
_OLDER = re.compile(r" Up to edition (\d+): ")
_SINCE = re.compile(r"From edition (\d+): ")
_PROVENANCE = re.compile(r"\[([^\[\]]*\b(?:printed|inferred|designed)\b[^\[\]]*)\]$")


class Rule(Data, frozen=True):
    """One numbered rule."""

    id: str
    section: str
    text: str
    provenance: str


class Rulebook(Data, frozen=True):
    """All rules of a title, and the whole document."""

    prefix: str
    document: str
    sections: dict[str, str]
    rules: dict[str, Rule]

    @classmethod
    def parse(cls, prefix: str, document: str, edition: int = 1) -> Rulebook:
        """Read the rules of an edition out of a RULES.md; anything malformed is a ValueError."""
        sections: dict[str, str] = {}
        rules: dict[str, Rule] = {}
        seen: set[str] = set()
        section = ""
        paragraph: list[str] = []

        def close() -> None:
            if paragraph:
                rule = _rule(prefix, section, " ".join(paragraph))
                if rule.id in seen:
                    raise ValueError(f"{rule.id} stands twice")
                seen.add(rule.id)
                if (text := _text_in(rule.text, edition)) is not None:
                    rules[rule.id] = replace(rule, text=text)
                paragraph.clear()

        for line in document.splitlines():
            if heading := _SECTION.match(line):
                close()
                section = heading[1]
                sections[section] = heading[2]
            elif _RULE.match(line):
                close()
                paragraph.append(line)
            elif paragraph and line.startswith("  "):
                paragraph.append(line.strip())
            else:
                close()
        close()
        return cls(prefix, document, sections, rules)


def _rule(prefix: str, section: str, paragraph: str) -> Rule:
    match = _RULE.match(paragraph)
    assert match is not None
    rule_id, text = match.groups()
    tag = _PROVENANCE.search(text)
    if tag is None:
        raise ValueError(f"{rule_id} does not say where it comes from")
    if rule_id.split(".")[0] != section or not rule_id.startswith(f"{prefix}-"):
        raise ValueError(f"{rule_id} stands in section {section or 'none'}")
    return Rule(rule_id, section, text[: tag.start()].strip(), tag[1])


def _text_in(text: str, edition: int) -> str | None:
    """The wording in that edition; None if the rule came later."""
    if since := _SINCE.match(text):
        if edition < int(since[1]):
            return None
        text = text[since.end() :]
    wording, *older = _OLDER.split(text)
    for last, said in zip(older[::2], older[1::2], strict=True):
        if edition <= int(last):
            wording = said  # the latest wordings come first, so the one that held longest ago wins
    return wording
