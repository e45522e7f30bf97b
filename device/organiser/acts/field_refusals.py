"""What people read where a field of a decision does not fit its type."""

from __future__ import annotations

import re

from device.organiser.acts.ruling_acts import LARGEST_PICTURE
from rules.message import Message, Refusal, msg

_WRONG: dict[str, Message] = {
    **dict.fromkeys(
        ("title", "text", "text_en", "reason", "ended"), msg("The text is too long; {most} characters fit.", most=500)
    ),
    **dict.fromkeys(
        ("in_kind", "classes"), msg("A class or a prize in kind has a text of at most {most} characters.", most=100)
    ),
    "picture": msg("The picture is too large; {n} kB fit.", n=LARGEST_PICTURE * 3 // 4000),
    **dict.fromkeys(("club", "contact", "team", "by"), msg("The text is too long; {most} characters fit.", most=100)),
    **dict.fromkeys(("name", "players"), msg("A name has from 1 to {most} characters.", most=40)),
    **dict.fromkeys(("names", "seats"), msg("There are too many names, or one of them is too long.")),
    **dict.fromkeys(("fee", "added", "house", "amount"), msg("That is too much money.")),
    **dict.fromkeys(("points", "scores"), msg("Such a result is not possible.")),
    "drop": msg("From 0 to {most} events can be left out.", most=99),
    "best": msg("From 0 (all) to {most} events can count.", most=99),
    **dict.fromkeys(("drop_best", "drop_worst"), msg("From 0 to {most} rounds can be left out.", most=20)),
    "round": msg("A round has a number from {least} to {most}.", least=1, most=99),
    "starts": msg("A round starts within a day."),
    "slot": msg("A broadcast has a number from {least} to {most}.", least=1, most=9),
    "delay_s": msg("A broadcast is from 0 to {most} minutes late.", most=60),
    "length_s": msg("A round lasts from 0 minutes to 24 hours."),
    "table": msg("A table has a number from {least} to {most}.", least=1, most=9999),
    **dict.fromkeys(("half_wins", "rest_half_wins"), msg("That many wins are not possible.")),
    "team_size": msg("A team has from 0 (any number) to {most} members.", most=20),
    "team_best": msg("From 0 to {most} members count for a team.", most=20),
    "number": msg("An entrant has a number from {least} to {most}.", least=1, most=9999),
    "house_percent": msg("The house keeps from 0 to 100 %."),
    "step": msg("Money is handed out in haléře, koruny or tens of koruny."),
}
"""What people read where a field does not fit its type."""


_WRONG_NUMBER = {"ended": _WRONG["round"]}
"""The same of fields that are a number in this act and a text in that one, where it is the number that does not fit."""


_TOO_MANY = {
    "classes": msg("There are at most {most} classes.", most=8),
    "in_kind": msg("There are at most {most} prizes in kind.", most=50),
    "prizes": msg("There are at most {most} prizes.", most=50),
}
"""What they read where it has more parts than its type takes."""


def refusal_of(error: Exception) -> Refusal:
    """The sentence for a value that does not fit."""
    path = re.search(r"at `\$(.*)`", str(error))
    most = re.search(r"`array` of length <= (\d+)", str(error))
    wrong = _WRONG | _WRONG_NUMBER if "Expected `int`" in str(error) else _WRONG
    for word in reversed(re.findall(r"\.(\w+)", path[1]) if path else []):
        if most and word in _TOO_MANY:
            return Refusal("", _TOO_MANY[word].id, most=int(most[1]))
        if (message := wrong.get(word)) is not None:
            return Refusal("", message)
    if isinstance(error, UnicodeError):
        return Refusal("", "The text has characters that nobody can read; write it again.")
    return Refusal("", "This cannot be kept, so nothing was decided: {reason}", reason=str(error)[:200])
