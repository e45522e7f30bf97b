"""What entrants are called: after their players, in public by initials where they asked, on pages without names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import escape

from device.common.files.people_files import compose
from device.organiser.log.pairing import LONGEST_NAME
from device.organiser.log.tournament_state import Entrant
from rules.people import plain_letters, same_name

Hidden = tuple[tuple[str, str], ...]
"""Names that public pages do not show, each with what stands there instead; the longest first."""
TEXT = re.compile(r"(?<=>)[^<>]+(?=<)|^[^<>]+(?=<)|(?<=>)[^<>]+$")
"""What people read of a page: what stands between its tags."""
BEFORE, AFTER = r"(?P<space>(?:^|(?<=[,–+(&/:;·|]))\s*)", r"(?=\s*(?:$|[,–+)&/:;·|]))"
"""What stands around a name of one word, which may be a word of the page as well."""

YOUNGER = ("ml.", "st.", "jr.", "sr.", "jun.", "sen.")
"""Words after a surname that belong to it."""


def surname_first(name: str) -> tuple[str, str]:
    """A surname and what stands before it: ``("Novák ml.", "Jan")``; a single word is a surname."""
    words = name.split()
    cut = max(0, len(words) - (2 if len(words) > 1 and words[-1].casefold() in YOUNGER else 1))
    return " ".join(words[cut:]), " ".join(words[:cut])


def usual_name(players: Sequence[str]) -> str:
    """What an entrant without a name of its own is called: after its players, by surnames where all does not fit."""
    whole = " + ".join(players)
    if len(whole) <= LONGEST_NAME:
        return whole
    return " + ".join(surname_first(player)[0] for player in players)[:LONGEST_NAME].rstrip(" +")


def initials(name: str) -> str:
    """``Jan Novák`` as ``J. N.``; Ch is one letter."""
    words = re.findall(r"[^\W\d_]+", name) or ["?"]
    return " ".join(f"{word[:2] if word[:2].casefold() == 'ch' else word[:1].upper()}." for word in words)


def has_own_name(entrant: Entrant) -> bool:
    """Whether it is called otherwise than after its players; earlier versions cut such a name where it was long."""
    after_players = " + ".join(entrant.players).startswith(entrant.name)
    return not after_players and entrant.name != usual_name(entrant.players)


def players_of(entrant: Entrant) -> tuple[str, ...]:
    """The players as everybody may see them."""
    return tuple(map(initials, entrant.players)) if entrant.initials else entrant.players


def name_of(entrant: Entrant) -> str:
    """What an entrant is called in public: by a name of its own, which stays where it names no player, or by all of
    its players."""
    if has_own_name(entrant):
        return dict(_of(entrant)).get(entrant.name, entrant.name) if entrant.initials else entrant.name
    return " + ".join(players_of(entrant))


def short_name(entrant: Entrant) -> str:
    """What an entrant is called where there is little room: ``Novák J.``, ``Novák + Malá``, a name of its own whole."""
    if has_own_name(entrant):
        return entrant.name
    split = [surname_first(player) for player in entrant.players]
    if len(split) > 1:
        return " + ".join(surname for surname, _ in split)
    surname, given = split[0]
    if surname.endswith("."):
        return entrant.players[0]  # only its initial is known
    return f"{surname} {given[0]}." if given else surname


def short_names(entrants: Iterable[Entrant]) -> dict[str, str]:
    """The shortest that tells people apart, by their names, but of those who asked for initials: the surname, where two
    bear it with the given name's first letter; of a double surname the first.
    """
    shortened = {name_of(entrant): short_name(entrant) for entrant in entrants if not entrant.initials}
    given = {name: short for name, short in shortened.items() if short != name and re.fullmatch(r"[^+]+ \w\.", short)}
    bare = {name: short.rpartition(" ")[0] for name, short in given.items()}
    bearers = Counter(bare.values())
    shortened |= {name: surname for name, surname in bare.items() if bearers[surname] == 1}
    return {name: re.sub(r"-\w+", "", short) if name in bare else short for name, short in shortened.items()}


def hidden_names(entrants: Iterable[Entrant]) -> Hidden:
    """The names that public pages do not show."""
    names: dict[str, str] = {}
    for entrant in entrants:
        if entrant.initials:
            names |= dict(_of(entrant))
    return tuple(sorted(names.items(), key=lambda pair: -len(pair[0])))


def _of(entrant: Entrant) -> Hidden:
    """Names of one who asked, and the pair's where it says who they are."""
    players = [(name, initials(name)) for name in entrant.players]
    words = {same_name(word) for name in entrant.players for word in name.split() if len(word) > 2}
    if words & {same_name(word) for word in re.findall(r"\w+", compose(entrant.name))}:
        players.append((entrant.name, " + ".join(short for _, short in players)))
    return tuple(players)


def mask(page: str, names: Hidden) -> str:
    """HTML without the names in ``names``; what is no text stays."""
    if not names:
        return page
    pattern, short = _pattern(names)

    def instead(match: re.Match[str]) -> str:
        return short[same_name(match.group("many" if match["many"] else "one"))]

    def text(match: re.Match[str]) -> str:
        return pattern.sub(lambda inner: (inner["space"] or "") + instead(inner), match[0])

    return TEXT.sub(text, page)


def _letter(char: str) -> str:
    """What a letter of a name may be written as: without its accent, or with the accent behind it."""
    plain = plain_letters(char)
    return re.escape(char) if plain == char.casefold() else f"(?:{re.escape(char)}|{plain}[\u0300-\u036f]?)"


@lru_cache(maxsize=8)
def _pattern(names: Hidden) -> tuple[re.Pattern[str], dict[str, str]]:
    many, single, short = [r"(?!)"], [r"(?!)"], {}
    for name, instead in names:
        plain = str(escape(name))
        short[same_name(plain)] = instead
        words = ("".join(map(_letter, word)) for word in plain.split())
        (many if " " in plain.strip() else single).append(r"\s+".join(words))
    of_one = f"{BEFORE}(?P<one>{'|'.join(single)}){AFTER}"
    return re.compile(rf"(?<!\w)(?P<many>{'|'.join(many)})(?!\w)|{of_one}", re.IGNORECASE), short
