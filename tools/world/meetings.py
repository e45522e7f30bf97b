"""Rare meetings of two troubles, brought about on purpose: by luck alone an evening hardly ever has them.

Each is arranged for a moment of an evening and counted when it truly came about (``met: …`` among the counts), so
that a night can say what it has seen, and steer to what it has not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from tools.world.scheduler import SECOND
from tools.world.troubles import mend_disk
from tools.world.versions.cases import ORGANISER, TABLES, roles_of
from tools.world.vfs import FULL

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.table import HallTable

LONG = (205, 280)
"""Entries of a game that is handed to a spare in parts, and ends soon after."""
EVERY_WRITE = 1_000_000

Meeting = Callable[["Evening", random.Random], None]


def cut_within_signature(evening: Evening, draw: random.Random) -> None:
    """Power goes within the commit of a signature, at one of its writes."""
    left = draw.randrange(4)
    armed: list[HallTable] = []

    def on_act(table: HallTable, event: dict[str, Any]) -> None:
        nonlocal left
        if event["event"] != "sign" or armed or evening.closing or table.machine.is_cut:
            return
        left -= 1
        if left < 0:
            armed.append(table)
            evening.disk.cut_after(table.machine.disk, draw.randrange(8))
            table.machine.on_cut.append(on_cut)

    def on_cut() -> None:
        armed[0].machine.on_cut.remove(on_cut)
        evening.met(MEETINGS["signature"].words)

    evening.on_act.append(on_act)


def order_lost_with_the_broker(evening: Evening, draw: random.Random) -> None:
    """A table is away when the organiser tells it something, and the broker forgets that in a restart before it saved.

    It is late, so that no later order takes its place.
    """
    number = draw.choice(evening.numbers)

    def begin() -> None:
        table = evening.table_at(number)
        if table is None or not evening.organiser.machine.up or not evening.broker.running:
            return
        evening.cut_line(table.machine, 120 * SECOND, loud=False)
        evening.organiser.tells_no_more = True
        evening.organiser.tell(number, f"Přijďte k rozhodčímu {draw.randrange(99)}")
        evening.scheduler.after(int(draw.uniform(3, 12) * SECOND), restart)

    def restart() -> None:
        if evening.broker.running and evening.organiser.machine.up:
            evening.broker.kill()
            evening.scheduler.after(3 * SECOND, evening.broker.start, machine=evening.broker.machine)
            evening.met(MEETINGS["order"].words)

    evening.scheduler.at(evening.end - 40 * SECOND, begin)


def disk_full_between_beats(evening: Evening, draw: random.Random) -> None:
    """The disk of a table is full while a clock runs, and some seconds later its power goes."""

    def begin() -> None:
        running = [table for table in evening.tables if table.runs_clock]
        if evening.closing:
            return
        if not running:
            evening.scheduler.after(5 * SECOND, begin)
            return
        table = draw.choice(running)
        machine = table.machine
        evening.scheduler.note("disk full", machine.name)
        evening.disk.fail(machine.disk, 0, EVERY_WRITE, FULL)
        evening.scheduler.after(int(draw.uniform(2, 30) * SECOND), cut, table)

    def cut(table: HallTable) -> None:
        if table.runs_clock and table.machine.disk.fault is not None:
            table.machine.power_off()
            evening.met(MEETINGS["disk"].words)

    evening.scheduler.at(int(evening.end * draw.uniform(0.2, 0.8)), begin)


def entry_with_a_beat_on_a_full_disk(evening: Evening, draw: random.Random) -> None:
    """A slow disk is full for some seconds just as an entry and a heartbeat wait for it together."""
    after = int(evening.end * draw.uniform(0.1, 0.6))
    chosen: list[HallTable] = []

    def on_press(table: HallTable) -> None:
        if evening.scheduler.now < after or evening.closing or not table.runs_clock:
            return
        if not chosen:
            chosen.append(table)
            table.machine.sync_time = 2 * SECOND
        elif chosen == [table]:
            evening.on_press.remove(on_press)
            evening.scheduler.note("disk full", table.machine.name)
            evening.disk.fail(table.machine.disk, 0, EVERY_WRITE, FULL)
            evening.scheduler.after(6 * SECOND, mend_disk, table.machine)
            evening.met(MEETINGS["batch"].words)

    evening.on_press.append(on_press)


def takeover_of_a_long_game(evening: Evening, draw: random.Random) -> None:
    """A table with more than two hundred entries is broken; a spare takes them up from messages that come twice."""
    evening.plays_long = True
    evening.network.twice = 0.5

    def begin() -> None:
        if evening.closing or evening.broken:
            return
        for table in evening.tables:
            history = table.table.history if table.table is not None else None
            if history is not None and LONG[0] < len(history.entries) < LONG[1]:
                evening.break_table(table, 90 * SECOND)
                evening.plays_long = False
                evening.met(MEETINGS["takeover"].words)
                return
        evening.scheduler.after(10 * SECOND, begin)

    evening.scheduler.at(evening.end // 5, begin)


def spare_out_of_turn(evening: Evening, draw: random.Random) -> None:
    """A table breaks in mid-game, and messages of its spare overtake the one that says it took the game up."""

    def begin() -> None:
        if evening.closing or evening.broken:
            return
        running = [table for table in evening.tables if table.runs_clock]
        if not running:
            evening.scheduler.after(5 * SECOND, begin)
            return
        evening.network.out_of_turn = 0.5
        evening.break_table(draw.choice(running), 30 * SECOND)
        evening.met(MEETINGS["spare"].words)

    evening.scheduler.at(int(evening.end * draw.uniform(0.2, 0.5)), begin)


def store_put_back(evening: Evening, draw: random.Random) -> None:
    """The organiser's disk is broken, and the event goes on from a backup that is some minutes old.

    A database on a machine of its own has backups of its own.
    """
    if evening.store.server is not None:
        return
    backups = evening.organiser.backups
    backups.is_planned = True

    def lose() -> None:
        if evening.closing:
            return
        if not backups.made or not evening.organiser.machine.up or evening.organiser.service is None:
            evening.scheduler.after(10 * SECOND, lose)
            return
        backups.lose_store()
        evening.met(MEETINGS["backup"].words)

    saved = draw.uniform(0.1, 0.5)
    evening.scheduler.at(int(evening.end * saved), backups.save)
    evening.scheduler.at(int(evening.end * draw.uniform(saved + 0.1, 0.8)), lose)


def small_files_cut_off(evening: Evening, draw: random.Random) -> None:
    """People change settings, the PIN and the like; power goes meanwhile, disks are full, and a cut damages a file."""
    from tools.world import kept_files  # noqa: PLC0415  # only now the product is imported

    for table in evening.tables:
        table.small_files = kept_files.of_table(table)
    if ORGANISER not in roles_of(evening.plan.versions):
        evening.organiser.small_files = kept_files.of_organiser(evening.organiser)

    def cut() -> None:
        up = [table for table in evening.tables if table.machine.up]
        if up and not evening.closing:
            draw.choice(up).machine.power_off()
            evening.met(MEETINGS["files"].words)
        evening.scheduler.after(int(draw.uniform(30, 200) * SECOND), cut)

    evening.scheduler.at(int(draw.uniform(30, 200) * SECOND), cut)


def pods_pulled(evening: Evening, draw: random.Random) -> None:
    """Some tables have a pod for a button, whose cable is pulled and put back at any moment."""
    from tools.world.pods import PodButton  # noqa: PLC0415  # only now the product is imported

    def plug_in() -> None:
        for people in draw.sample(evening.people, max(1, len(evening.people) - 1)):
            people.phone = PodButton(evening, people.table)

    evening.scheduler.after(0, plug_in)


class RareMeeting(NamedTuple):
    """A meeting: how it is arranged, what it is called where it is counted, and how often it is drawn (``share``).

    A long game takes long to play, so it is drawn seldom. ``asks``: who has to have the present program all evening,
    because an earlier one fails there as it did then.
    """

    arrange: Meeting
    words: str
    share: float
    asks: frozenset[str] = frozenset({TABLES})


BOTH = frozenset({TABLES, ORGANISER})
MEETINGS: dict[str, RareMeeting] = {
    "signature": RareMeeting(cut_within_signature, "cut within the commit of a signature", 0.4),
    "order": RareMeeting(order_lost_with_the_broker, "order lost at a broker's restart", 0.25, BOTH),
    "disk": RareMeeting(disk_full_between_beats, "disk full between two beats", 0.25),
    "batch": RareMeeting(entry_with_a_beat_on_a_full_disk, "an entry and a heartbeat on a full disk", 0.25),
    "takeover": RareMeeting(takeover_of_a_long_game, "takeover with 200 entries", 0.1, BOTH),
    "spare": RareMeeting(spare_out_of_turn, "a spare heard out of turn", 0.2, BOTH),
    "files": RareMeeting(small_files_cut_off, "small files cut off and damaged", 0.25),
    "pods": RareMeeting(pods_pulled, "a pod's cable pulled", 0.2),
    "backup": RareMeeting(store_put_back, "a lost store put back from a backup", 0.25, BOTH),
}
"""By its word, a meeting."""
NONE = "none"


def drawn(draw: random.Random) -> str:
    """The word of a meeting, half of the time."""
    if draw.random() >= 0.5:
        return NONE
    return draw.choices(list(MEETINGS), [meeting.share for meeting in MEETINGS.values()])[0]


def draw_of(seed: int) -> random.Random:
    """What draws the meeting of an evening."""
    return random.Random(f"meeting {seed}")


def chosen(seed: int, wanted: str | None, versions: str | None) -> tuple[Meeting | None, random.Random]:
    """The meeting of an evening: the one that is wanted, or else one that the seed draws.

    None at all where somebody whom it asks for has an earlier version (``versions``).
    """
    draw = draw_of(seed)
    by_seed = drawn(draw)
    word = by_seed if wanted is None else wanted
    if word == NONE or MEETINGS[word].asks & roles_of(versions):
        return None, draw
    return MEETINGS[word].arrange, draw
