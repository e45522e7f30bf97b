"""What simulated tables play: the sample records with other names, points and a pace of their own.

Every game is folded by the rules while it is made, so that what a simulated table says is always a game.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from device.common.games.registry import SPECS
from rules.game import SECOND, Progress
from rules.history import History
from rules.message import Refusal
from rules.record import event_from, setup_from
from tools.games import SAMPLES, TOOLS

VARIANTS = 24
"""Different courses of one sample; tables beyond share them, under other names."""
PAIRS = (
    "Moravští krtci",
    "Dvě sloky",
    "Severka",
    "Kompas",
    "Jedle",
    "Buky",
    "Vrby",
    "Lípy",
    "Hory",
    "Doly",
    "Káně",
    "Poštolky",
    "Sýkorky",
    "Žluvy",
    "Čejky",
    "Rorýsi",
    "Modříny",
    "Šípky",
    "Trnky",
    "Ořechy",
    "Kvítek a Hrom",
    "Tichá voda",
    "Ostré hrany",
    "Zlaté časy",
    "Půlnoc",
    "Svítání",
    "Bílá vrána",
    "Černá ovce",
    "Křišťál",
    "Žula",
    "Přeháňky",
    "Duha",
)
PLAYERS = (
    "Adam",
    "Bára",
    "Cyril",
    "Dana",
    "Emil",
    "Františka",
    "Gita",
    "Hynek",
    "Ivana",
    "Jiří",
    "Klára",
    "Luboš",
    "Markéta",
    "Norbert",
    "Olga",
    "Přemysl",
    "Renata",
    "Řehoř",
    "Světlana",
    "Štěpán",
    "Tereza",
    "Urban",
    "Věra",
    "Zdeněk",
    "Žofie",
)


@dataclass(frozen=True, slots=True)
class Script:
    """A game to be played: its setup as plain values, and each event's game time in ns and text."""

    kind: str
    setup: dict[str, Any]
    events: tuple[tuple[int, str], ...]


def names_of(seed: int, count: int, of: Sequence[str]) -> list[str]:
    """Names that nobody else has."""
    return [of[n % len(of)] + _another(n // len(of)) for n in range(seed, seed + count)]


def _another(time: int) -> str:
    """What tells the next who has a name from the one before: an initial, later a number."""
    initials = "BDHJKMNPRSTV"
    return "" if time == 0 else f" {initials[time - 1]}." if time <= len(initials) else f" {time + 1}"


def setup_for(kind: str, setup: dict[str, Any], table: int, round: int = 0) -> dict[str, Any]:
    """The setup with the names of those who sit at ``table``."""
    changed = dict(setup)
    if SPECS[kind].seats.pairs:
        pairs = names_of(2 * (table - 1), 2, PAIRS)
        people = names_of(4 * (table - 1), 4, PLAYERS)
        changed["pairs"] = [{"name": pairs[n], "players": people[2 * n : 2 * n + 2]} for n in (0, 1)]
        changed |= {"round": round, "table": str(table)}
    else:
        changed["players"] = names_of(4 * (table - 1), len(setup["players"]), PLAYERS)
        changed.pop("title", None)
    return changed


@lru_cache(maxsize=256)
def script_for(kind: str, variant: int) -> Script:
    """The ``variant``-th course of a game; it ends signed."""
    rng = random.Random(f"{kind}-{variant}")
    records, vary = TOOLS[kind].samples.simulated, TOOLS[kind].varies
    lines = (SAMPLES / records[variant % len(records)]).read_text(encoding="utf-8").splitlines()
    values = [json.loads(line) for line in lines if line.strip() and not line.startswith("#")]
    setup, events = values[0], values[1:]
    game, frozen = setup_from(setup)
    history = History.begin(game, frozen)
    timed_events: list[tuple[int, str]] = []
    for event in events:
        at = round(event.pop("t", history.last_at / SECOND) * SECOND)
        if vary is not None:
            vary(event, rng)
        try:
            history = history.accept(event_from(game, event), at)
        except Refusal:  # what other figures have made impossible
            continue
        timed_events.append((at, json.dumps(event, ensure_ascii=False)))
    while (last := _missing_signature(history)) is not None:
        at = history.last_at + SECOND
        history = history.accept(event_from(game, last), at)
        timed_events.append((at, json.dumps(last, ensure_ascii=False)))
    return Script(kind, setup, tuple(timed_events))


def _missing_signature(history: History) -> dict[str, Any] | None:
    """The event that signs a result which the record left unsigned; None where it is signed, or is none."""
    state, game = history.state, history.game
    if game.progress(state) is not Progress.RESULT:
        return None
    for event in (
        {"event": "sign", "pair": "A"},
        {"event": "sign", "pair": "B"},
        {"event": "sign", "side": "A"},
        {"event": "sign", "side": "B"},
    ):
        try:
            history.accept(event_from(game, dict(event)), history.last_at)
        except Refusal:
            continue
        return event
    return None


def scripts(kinds: Sequence[str], table: int) -> Iterator[Script]:
    """What a table plays, game after game."""
    game = 0
    while True:
        yield script_for(kinds[(table - 1) % len(kinds)], (table * 7 + game * 5) % VARIANTS)
        game += 1
