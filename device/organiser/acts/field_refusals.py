"""Why a decision does not fit its type, as people read it: the bounds are those of the type itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, inspect

from device.organiser.acts.from_text import WrongField
from device.organiser.acts.ruling_acts import LARGEST_PICTURE
from rules.message import Message, Refusal, msg

OF_TYPE = "…"
"""Stands in a sentence for the bound that the type has."""
_NAMES = msg("There are too many names, or one of them is too long.")
_IN_CLASS = msg("A class or a prize in kind has a text of at most {most} characters.", most=OF_TYPE)
_WORDED: Mapping[str, Message] = {
    **dict.fromkeys(("names", "seats", "names[]", "seats[]"), _NAMES),
    **dict.fromkeys(("in_kind[]", "classes[]", "classes[].name", "classes[].in_kind[]"), _IN_CLASS),
    **dict.fromkeys(("name", "players[]"), msg("A name has from 1 to {most} characters.", most=OF_TYPE)),
    **dict.fromkeys(("fee", "added", "house", "amount", "prizes[]"), msg("That is too much money.")),
    **dict.fromkeys(("points", "scores[]"), msg("Such a result is not possible.")),
    **dict.fromkeys(("half_wins", "rest_half_wins"), msg("That many wins are not possible.")),
    **dict.fromkeys(("drop_best", "drop_worst"), msg("From 0 to {most} rounds can be left out.", most=OF_TYPE)),
    "drop": msg("From 0 to {most} events can be left out.", most=OF_TYPE),
    "best": msg("From 0 (all) to {most} events can count.", most=OF_TYPE),
    "picture": msg("The picture is too large; {n} kB fit.", n=LARGEST_PICTURE * 3 // 4000),
    "starts": msg("A round starts within a day."),
    "delay_s": msg("A broadcast is from 0 to {most} minutes late.", most=60),
    "length_s": msg("A round lasts from 0 minutes to 24 hours."),
    "slot": msg("A broadcast has a number from {least} to {most}.", least=OF_TYPE, most=OF_TYPE),
    "table": msg("A table has a number from {least} to {most}.", least=1, most=OF_TYPE),
    "number": msg("An entrant has a number from {least} to {most}.", least=OF_TYPE, most=OF_TYPE),
    "team_size": msg("A team has from 0 (any number) to {most} members.", most=OF_TYPE),
    "team_best": msg("From 0 to {most} members count for a team.", most=OF_TYPE),
    "house_percent": msg("The house keeps from 0 to 100 %."),
    "step": msg("Money is handed out in haléře, koruny or tens of koruny."),
    "round": msg("A round has a number from {least} to {most}.", least=1, most=OF_TYPE),
    "classes": msg("There are at most {most} classes.", most=OF_TYPE),
    "in_kind": msg("There are at most {most} prizes in kind.", most=OF_TYPE),
    "prizes": msg("There are at most {most} prizes.", most=OF_TYPE),
}
"""Fields of which a sentence of their own says it better; with ``[]`` what is in them."""
_LABELS: Mapping[str, Message] = {
    "ended": msg("Round that was ended"),
    "after": msg("Round"),
    "rounds": msg("Rounds in all"),
    "scale": msg("What is counted"),
    "shared": msg("Those who share a place get"),
}
"""What people call the others."""


def refusal_of(error: Exception, act: Struct) -> Refusal:
    """Why a value of ``act`` does not fit: a `WrongField` where it is known which one."""
    if isinstance(error, UnicodeError):
        return Refusal("", "The text has characters that nobody can read; write it again.")
    path = re.search(r"at `\$\.?(.*)`", str(error))
    words = [re.sub(r"\[.*?\]", "[]", word) for word in re.findall(r"\w+(?:\[[^\]]*\])*", path[1])] if path else []
    if words and (kind := _type_at(inspect.type_info(type(act)), words)) is not None:
        names = [".".join(words), words[-1], words[-1].removesuffix("[]")]
        name = next((name for name in names if name in _WORDED), "")
        bounds = _bounds(kind)
        if name:
            why: Message | None = _within(_WORDED[name], bounds)
        else:
            why = _general(kind, _LABELS.get(words[-1], msg(words[-1])), bounds)
        if why is not None:
            return WrongField([words[0].removesuffix("[]")], why)
    return Refusal("", "This cannot be kept, so nothing was decided: {reason}", reason=str(error)[:200])


def _type_at(kind: Any, words: list[str]) -> Any:
    """The type of what stands at a path in a value of type ``kind``; None where that is not known."""
    for word in words:
        fields = {each.encode_name: each.type for each in getattr(kind, "fields", ())}
        kind = _plain(fields.get(word.partition("[")[0]))
        for _ in range(word.count("[]")):
            kind = _plain(getattr(kind, "item_type", None) or next(iter(getattr(kind, "item_types", ())), None))
    return kind


def _plain(kind: Any) -> Any:
    """The type without that there may be none."""
    if isinstance(kind, inspect.UnionType):
        return next(each for each in kind.types if not isinstance(each, inspect.NoneType))
    return kind


def _bounds(kind: Any) -> dict[str, int]:
    """From which number, or length, to which."""
    least = next((n for name in ("ge", "min_length") if (n := getattr(kind, name, None)) is not None), 0)
    most = next((n for name in ("le", "max_length") if (n := getattr(kind, name, None)) is not None), 0)
    return {"least": int(least), "most": int(most)}


def _within(sentence: Message, bounds: dict[str, int]) -> Message:
    """A sentence with the bounds of the type."""
    args = {name: bounds[name] if value is OF_TYPE else value for name, value in sentence.args.items()}
    return Message(sentence.id, args)


def _general(kind: Any, label: Message, bounds: dict[str, int]) -> Message | None:
    """Why a value of a type does not fit that has no sentence of its own."""
    match kind:
        case inspect.IntType(ge=int(), le=int()):
            return msg("{field}: from {least} to {most}.", field=label, least=bounds["least"], most=bounds["most"])
        case inspect.StrType(max_length=int(most)):
            return msg("The text is too long; {most} characters fit.", most=most)
        case inspect.LiteralType():
            return msg("{field}: choose one of those offered.", field=label)
    return None
