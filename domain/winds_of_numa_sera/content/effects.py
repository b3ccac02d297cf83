"""The vocabulary of effects, and the reader that checks the effects of an entry of a content file."""

from __future__ import annotations

from typing import Any

import msgspec

from moothall.domain.core.content import Content
from moothall.domain.core.data import Data, Json

OPS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    op: (frozenset(required.split()), frozenset(optional.split()))
    for op, required, optional in (
        ("gain_capital", "amount", "to"),
        ("lose_capital", "amount", "per"),
        ("place_capital", "amount spend_on", ""),
        ("heal", "amount", ""),
        ("lose_power", "amount", "floor"),
        ("drain_power", "amount target", ""),
        ("steal_capital", "amount target", ""),
        ("steal_item", "target", ""),
        ("steal_battle_card", "target", ""),
        ("take_from_discard", "card_types count", ""),
        ("discard", "what count", ""),
        ("explore", "count", ""),
        ("voucher", "on amount", ""),
        ("choose_one", "options", ""),
        ("roll_check", "min success failure", ""),
        ("modify", "stat amount", "side"),
        ("roll_mode", "side mode", ""),
        ("set_roll", "side value", ""),
        ("cancel_card", "", ""),
        ("halve_damage", "side", ""),
        ("extra_phase2", "", ""),
        ("prevent_slain", "set_power", ""),
        ("upgrade_slot", "count", ""),
        ("unlock_class", "", ""),
    )
}
"""Operation to its required and its optional parameters."""

COSTS = ("lose_capital", "lose_power", "discard")
"""The operations that can be asked as a cost."""

_COMMON = frozenset(("op", "when", "who", "if", "role", "vs", "limit"))

_NESTED = ("options", "success", "failure")

VALUES: dict[str, tuple[str, ...]] = {
    "when": (
        "now",
        "static",
        "battle",
        "turn_start",
        "explore",
        "buy_item",
        "battle_won",
        "battle_lost",
        "slay",
        "class_unlocked",
    ),
    "who": ("self", "other"),
    "role": ("attacker", "defender"),
    "vs": ("hero", "independent", "player_stronghold", "stronghold"),
    "limit": ("turn",),
    "per": ("strongholds",),
    "to": ("self", "others"),
    "what": ("battle_card", "item", "maven"),
    "on": ("skill", "item"),
    "side": ("own", "enemy"),
    "mode": ("best_of_2", "worst_of_2"),
    "stat": (
        "attack",
        "defense",
        "stronghold_defense",
        "max_power",
        "residual",
        "score",
        "damage_dealt",
        "damage_taken",
        "hazard_damage",
        "skill_cost",
        "item_cost",
        "battle_cost",
        "explore_draw",
        "battle_card_limit",
        "maven_reject",
        "check_roll",
    ),
    "spend_on": (
        "skill",
        "skill_weapon",
        "skill_defense",
        "skill_forge",
        "skill_agriculture",
        "skill_lore",
        "item",
        "battle_card",
        "heal",
        "any",
    ),
    "card_types": ("boon", "hazard", "maven", "battle", "mythic", "pool"),
    "target": ("enemy", "opponent"),
}
"""Parameters with a closed domain; lists are checked element by element."""

PREDICATES = (
    "strongholds",
    "best_skill_level",
    "skill_level",
    "skill_types",
    "skill_cards",
    "classes",
    "slain",
    "ticked",
    "power_at_most",
    "power_at_least",
    "wins_with_card",
    "raids",
)


class Predicate(Data, frozen=True, forbid_unknown_fields=True):
    """A condition: at least `value` of something (`power_at_most`: at most)."""

    pred: str
    value: int
    skill: str = ""


class Option(Data, frozen=True):
    """One way out of a `choose_one`."""

    label: str
    cost: tuple[Effect, ...]
    effects: tuple[Effect, ...]


class Effect(Data, frozen=True):
    """One operation with its parameters; `key` names it inside the content."""

    key: str
    op: str
    when: str = "now"
    who: str = "self"
    conditions: tuple[Predicate, ...] = ()
    role: str | None = None
    vs: str | None = None
    limit: str | None = None
    card_types: tuple[str, ...] = ()
    amount: int = 0
    half_residual: bool = False
    per: str | None = None
    to: str = "self"
    spend_on: tuple[str, ...] = ()
    floor: int = 1
    target: str = ""
    count: int = 1
    what: str = ""
    on: str = ""
    options: tuple[Option, ...] = ()
    min: int = 0
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()
    stat: str = ""
    side: str = "own"
    mode: str = ""
    value: int = 0
    set_power: int = 0


class Use(Data, frozen=True):
    """An ability that its owner sets off."""

    kind: str
    cost: tuple[Effect, ...]
    effects: tuple[Effect, ...]
    roll_min: int | None = None
    discard: str = ""


class Test(Data, frozen=True):
    """What a Pool of Essence asks for."""

    conditions: tuple[Predicate, ...]
    cost: tuple[Effect, ...]
    roll_min: int | None = None


class Reader:
    """Reads the effects of one entry and keeps them under their keys."""

    def __init__(self, content: Content, where: str, table: dict[str, Effect]) -> None:
        self._content = content
        self._where = where
        self._table = table

    def effects(self, field: str, raw: Any, *, cost: bool = False) -> tuple[Effect, ...]:
        """The list that stands in `field`."""
        if not isinstance(raw, list):
            raise self._error(field, "must be a list of effects")
        found = tuple(self._effect(f"{field}[{index}]", each) for index, each in enumerate(raw))
        if cost:
            ops = [effect.op for effect in found]
            for index, op in enumerate(ops):
                if op not in COSTS or op in ops[:index]:
                    raise self._error(f"{field}[{index}].op", f"{op!r} cannot be a cost here")
        return found

    def predicates(self, field: str, raw: Any) -> tuple[Predicate, ...]:
        """The conditions that stand in `field`."""
        found = []
        for index, each in enumerate(raw):
            try:
                predicate = msgspec.convert(each, Predicate)
            except msgspec.ValidationError as error:
                raise self._error(f"{field}[{index}]", str(error)) from error
            if predicate.pred not in PREDICATES:
                raise self._error(f"{field}[{index}].pred", f"{predicate.pred!r} is no predicate")
            found.append(predicate)
        return tuple(found)

    def use(self, field: str, raw: Json | None) -> Use | None:
        """The ability that stands in `field`, if one does."""
        if raw is None:
            return None
        kind, discard = raw.get("kind"), raw.get("discard", "")
        if kind not in ("once_per_turn", "one_time"):
            raise self._error(f"{field}.kind", f"{kind!r} is no kind of ability")
        if discard not in (("success", "always") if kind == "one_time" else ("",)):
            raise self._error(f"{field}.discard", f"{discard!r} does not fit a {kind} ability")
        return Use(
            kind=kind,
            cost=self.effects(f"{field}.cost", raw.get("cost", []), cost=True),
            effects=self.effects(f"{field}.effects", raw["effects"]),
            roll_min=raw.get("roll_min"),
            discard=discard,
        )

    def test(self, raw: Json | None) -> Test | None:
        """A Pool's test, if there is one."""
        if raw is None:
            return None
        return Test(
            conditions=self.predicates("test.if", raw.get("if", [])),
            cost=self.effects("test.cost", raw.get("cost", []), cost=True),
            roll_min=raw.get("roll_min"),
        )

    def _effect(self, field: str, raw: Any) -> Effect:
        op = raw.get("op") if isinstance(raw, dict) else None
        if op not in OPS:
            raise self._error(f"{field}.op", f"{op!r} is no operation")
        required, optional = OPS[op]
        for name in sorted(required - set(raw)):
            raise self._error(f"{field}.{name}", f"{op} needs it")
        for name, value in raw.items():
            self._check_value(f"{field}.{name}", name, value)
        for name in sorted(set(raw) - required - optional - _COMMON):
            if not (name == "card_types" and raw.get("when") == "explore"):
                raise self._error(f"{field}.{name}", f"{op} does not take it")
        parameters = {name: value for name, value in raw.items() if name not in (*_NESTED, "if")}
        if raw.get("amount") == "half_residual":
            parameters |= {"amount": 0, "half_residual": True}
        plain = {"key": f"{self._where}/{field}", **parameters}
        try:
            effect = msgspec.convert(plain, Effect)
        except msgspec.ValidationError as error:
            raise self._error(field, str(error)) from error
        effect = msgspec.structs.replace(
            effect,
            conditions=self.predicates(f"{field}.if", raw.get("if", [])),
            options=tuple(self._option(f"{field}.options[{i}]", each) for i, each in enumerate(raw.get("options", []))),
            success=self.effects(f"{field}.success", raw.get("success", [])),
            failure=self.effects(f"{field}.failure", raw.get("failure", [])),
        )
        self._table[effect.key] = effect
        return effect

    def _option(self, field: str, raw: Json) -> Option:
        return Option(
            label=raw["label"],
            cost=self.effects(f"{field}.cost", raw.get("cost", []), cost=True),
            effects=self.effects(f"{field}.effects", raw["effects"]),
        )

    def _check_value(self, field: str, name: str, value: Any) -> None:
        domain = VALUES.get(name)
        if domain is None:
            return
        for each in value if isinstance(value, list) else [value]:
            if each not in domain:
                raise self._error(field, f"{each!r} is none of {', '.join(domain)}")

    def _error(self, field: str, text: str) -> Exception:
        return self._content.error(self._where, field, text)
