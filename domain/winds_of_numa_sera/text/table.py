"""The table drawn as text, from a view."""

from __future__ import annotations

from domain.core.records import Json
from domain.core.words import Reader
from domain.winds_of_numa_sera.text.words import name, names, promise

_RULE = "-" * 72


def table_text(view: Json, reader: Reader) -> str:
    """The common display, then one block per seat."""
    lines = [_headline(view), _RULE]
    exploration, forge, strongholds = view["exploration"], view["world_forge"], view["strongholds"]
    discard = exploration["discard"]
    top = f", top {name(discard[-1])}" if discard else ""
    lines.append(f"Exploration  deck {exploration['deck']}, discard {len(discard)}{top}")
    if exploration["open"]:
        lines.append(f"  resolving  {names(exploration['open'])}")
    lines.append(f"World Forge  {names(forge['display'])} (deck {forge['deck']})")
    lines.append(f"Strongholds  {names(strongholds['display'])} (deck {strongholds['deck']})")
    lines.append("Colleges     " + ", ".join(f"{skill} {count}" for skill, count in view["colleges"].items()))
    for index, seat in enumerate(view["seats"]):
        lines += [_RULE, *_seat(index, seat, view)]
    lines.append(_RULE)
    lines += _open_matters(view)
    return "\n".join(lines)


def _headline(view: Json) -> str:
    phase = view["phase"]
    whose = f", seat {phase['seat']}" if "seat" in phase else ""
    won = f", seat {phase['winner']} wins ({names(phase['reasons'])})" if phase["name"] == "finished" else ""
    return f"Winds of Numa Sera ({view['setting']}), round {view['round']}: {name(phase['name'])}{whose}{won}"


def _seat(index: int, seat: Json, view: Json) -> list[str]:
    marks = " *" if view["phase"].get("seat") == index else ""
    gone = "" if seat["alive"] else " (eliminated)"
    lines = [f"Seat {index}{marks} {name(seat['kingdom']) if seat['kingdom'] else 'no kingdom yet'}{gone}"]
    if seat["line"]:
        lines.append(
            f"  heroes     {names(seat['line'])}; Power {seat['power']}/{seat['max_power']}, "
            f"attack {seat['attack']}, defense {seat['defense']}"
        )
    capital = f"  Treasury   {seat['treasury']}, Residual {seat['residual']}"
    capital += "".join(f", {seat[f'{on}_credit']} {on} credit" for on in ("skill", "item") if seat[f"{on}_credit"])
    lines.append(capital + "".join(f", {n} on {name(card)}" for card, n in seat["capital_on_cards"].items()))
    levels = [f"{skill} {level}" for skill, level in seat["levels"].items() if level]
    worn = [f"{name(item)} ({name(slot)})" for slot, item in seat["equipment"].items() if item]
    for label, shown in (
        ("Skills", ", ".join(levels)),
        ("wears", ", ".join(worn)),
        ("upgraded", ", ".join(map(name, seat["upgraded"]))),
        ("Mavens", ", ".join(map(name, seat["mavens"]))),
        ("blessing", name(seat["blessing"]) if seat["blessing"] else ""),
        ("holds", ", ".join(map(name, seat["strongholds"]))),
        ("built", ", ".join(map(name, seat["ticked"]))),
        ("Classes", ", ".join(map(name, seat["classes"]))),
        ("slew", ", ".join(map(name, seat["captured"]))),
        ("fulfilled", ", ".join(map(name, seat["conditions"]))),
    ):
        if shown:
            lines.append(f"  {label:<10} {shown}")
    if seat["hand"] is not None:
        lines.append(f"  hand       {names(seat['hand'])}")
    else:
        known = f", among them {names(seat['known'])}" if seat["known"] else ""
        lines.append(f"  hand       {seat['hand_size']} cards{known}")
    return lines


def _open_matters(view: Json) -> list[str]:
    lines = []
    if battle := view["battle"]:
        hero = battle["target_type"] == "hero"
        target = f"the hero of seat {battle['defender']}" if hero else name(battle["stronghold"])
        lines.append(f"Battle: seat {battle['attacker']} ({battle['attack']}) against {target} ({battle['defense']})")
    if offer := view["offer"]:
        lines.append(f"Offer: seat {offer['by']} to seat {offer['to']}")
    if pending := view["pending"]:
        options = f": {names(pending['options'])}" if pending["options"] is not None else ""
        lines.append(f"Seat {pending['seat']} chooses ({name(pending['kind'])}){options}")
    lines += [
        f"Promise: seat {each['by']} to seat {each['to']}, "
        + promise(each["kind"], each["target_type"], each["target"], each["turns"])
        for each in view["pledges"]
    ]
    return lines
