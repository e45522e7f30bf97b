"""The words of `argparse` itself, in the language spoken now: it looks each of them up by its English text."""

from __future__ import annotations

import argparse

from device.common.i18n import tr
from rules.message import Message, msg, msgs

WORDS = (
    msg("usage: "),
    msg("options"),
    msg("positional arguments"),
    msg("show this help message and exit"),
    msg("%(prog)s: error: %(message)s\n"),
    msg("the following arguments are required: %s"),
    msg("argument %(argument_name)s: %(message)s"),
    msg("unrecognized arguments: %s"),
    msg("one of the arguments %s is required"),
    msg("not allowed with argument %s"),
    msg("expected one argument"),
    msg("expected at least one argument"),
    msg("expected at most one argument"),
    msg("invalid %(type)s value: %(value)r"),
    msg("invalid choice: %(value)r (choose from %(choices)s)"),
    msg("unknown parser %(parser_name)r (choices: %(choices)s)"),
    msg("ignored explicit argument %r"),
    msg("ambiguous option: %(option)s could match %(matches)s"),
)
COUNTED = (msgs("expected %s argument", "expected %s arguments", 2),)
_TEXTS = {word.id: word for word in (*WORDS, *COUNTED)}


def use() -> None:
    """Let `argparse` speak the language spoken, from now on; a text of a later Python stays English."""
    vars(argparse)["_"] = _text
    vars(argparse)["ngettext"] = _counted


def _text(text: str) -> str:
    return tr(_TEXTS[text]) if text in _TEXTS else text


def _counted(singular: str, many: str, n: int) -> str:
    return tr(Message(singular, {}, many, n)) if singular in _TEXTS else (singular if n == 1 else many)
