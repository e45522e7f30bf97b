"""The round's clock on the OLEDs, the lamps and the buzzer: functions of the state, nothing else.

Both displays show what is left of the round, which deal is next and who deals it, while one is in hand who deals after
it; in the last minute, that the next deal is the last. The lamps ask for the next deal (slow), shine while one is in
hand, and hurry while the referee is called.
"""

from __future__ import annotations

from device.common import i18n
from device.common.i18n import t, tr
from device.games.marias import ACCENT
from device.io.oled_content import WIDTH, OledContent
from device.io.signals import Beep, Lamp, Signals, waiting
from device.kiosk import low_time
from device.kiosk.time_bar import SideTime, call_of
from rules.game import SECOND, SIDES
from rules.marias.game import in_front
from rules.marias.state import Phase, SlipLine, State, slip_of
from rules.message import msg
from rules.money import Amount, kc

LOW = 5 * 60 * SECOND
"""Time left from which the end of the round is near (ns)."""
LAST = 60 * SECOND
"""Time left from which a new deal is the last one."""

FINISH = msg("time is up, finish this deal")
"""What is called at the end of a round (M1)."""


def money(amount: Amount, *, plus: bool = False) -> str:
    """An amount in koruny, in the language spoken now."""
    return tr(kc(amount, plus=plus))


def slip_texts(line: SlipLine, unknown: str) -> tuple[str, ...]:
    """Of a slip's line: by the record, topped up, coin, tokens, by the cash, result; ``unknown`` where not counted."""
    return (
        money(line.recorded, plus=True),
        money(line.topped_up) if line.topped_up else unknown,
        unknown if line.coin is None else money(line.coin),
        unknown if line.tokens is None else str(line.tokens),
        unknown if line.cash is None else money(line.cash, plus=True),
        unknown if line.result is None else money(line.result, plus=True),
    )


def alarm(state: State, at: int) -> int:
    """0 nothing, 1 the end is near, 2 the last minute, 3 past the end."""
    if state.phase is not Phase.PLAY or not state.round.running:
        return 0
    left = state.round.remaining(at)
    return 3 if left <= 0 else 2 if left <= LAST else 1 if left <= LOW else 0


def call(state: State, at: int) -> str:
    """What is called of the round (M1), whose deal in hand is finished past its end; ``""`` where nothing is."""
    if state.phase is not Phase.PLAY or not state.round.running:
        return ""
    return call_of(state.round.remaining(at) - 1, (LOW, LAST), FINISH)  # the end itself is past the time


def time_left(state: State, at: int) -> str:
    """What is left of the round as a clock shows it; it stands at 0:00."""
    return i18n.clock(max(0, state.round.remaining(at)))


def round_title(state: State) -> str:
    """Which round it is, and which deal is next or in hand."""
    round_ = state.round
    deal = len(round_.deals) + 1
    return t("Round {n} of {all} · deal {deal}", n=round_.number, all=state.setup.rounds, deal=deal)


def hand_line(state: State, at: int) -> str:
    """Whether a deal is in hand, and who deals; that the clock stands; what is to be done once time is up."""
    line = _deal_line(state, at)
    return line if state.round.running else t("pause · {line}", line=line)


def _deal_line(state: State, at: int) -> str:
    name = state.names[state.dealer]
    level = alarm(state, at)
    if level == low_time.OVER:
        return t("Time is up: finish this deal") if state.round.hand is not None else t("Time is up: end of round")
    if state.round.hand is not None:
        return t("Cards are dealt · {name}", name=name)
    return t("Last deal: {name} deals", name=name) if level == low_time.LAST else t("{name} deals", name=name)


def side_times(state: State, at: int) -> tuple[SideTime, ...]:
    """The clock of the round that is played at game time ``at`` (ns), or of the break, for everybody, and who deals."""
    if state.phase is Phase.READY and (rest := state.break_left(at)):
        words = t("{name} deals first", name=state.names[state.dealer])
        return (SideTime(t("Break"), None, rest, running=True, words=words, accent=ACCENT),)
    if state.phase is not Phase.PLAY:
        return ()
    running, left = state.round.running, max(0, state.round.remaining(at))
    words = hand_line(state, at)
    return (SideTime(round_title(state), None, left, True, running, alarm(state, at), words=words, accent=ACCENT),)


def oled_content(state: State, side: int, at: int) -> OledContent:
    """What the OLED of that side of the table shows at game time ``at`` (ns)."""
    if state.phase is Phase.READY:
        title = t("round {n} of {all}", n=state.coming, all=state.setup.rounds)
        left = state.break_left(at)
        if left:
            part = left * WIDTH // (max(1, state.break_s) * SECOND) / WIDTH
            return OledContent(t("break · {title}", title=title), i18n.clock(left), mark=t("start: press"), left=part)
        return OledContent(title, i18n.clock(state.round_s * SECOND), left=1.0, mark=t("start: press"))
    if state.phase is Phase.SLIP:
        who = t("leading player") if side == 0 else t("the others")
        if not slip_of(state.setup, state.round).complete:
            return OledContent(t("table slip"), t("count"), mark=who)
        if SIDES[side] in state.round.signed:
            return OledContent(t("table slip"), t("signed"), mark=who)
        return OledContent(t("table slip"), t("sign"), mark=t("hold to sign"))
    if state.phase is Phase.SIGNED and state.pairing:  # others play at other tables
        return OledContent(t("table slip"), t("signed"), mark=t("all rounds"))
    if state.phase is Phase.SIGNED:
        first, most = in_front(state)
        title = t("winner") if len(first) == 1 else t("first place shared")
        names = ", ".join(state.names_in(first))
        return OledContent(title, names, mark=money(most, plus=True) + " Kč")
    return _running(state, at)


def _running(state: State, at: int) -> OledContent:
    round_ = state.round
    level = alarm(state, at)
    deal = len(round_.deals) + 1
    title = t("round {n} · deal {deal}", n=round_.number, deal=deal)
    if state.referee:
        title = t("referee!")
    elif not round_.running:
        title = t("pause")
    elif level == 3:
        title = t("finish the deal") if round_.hand is not None else t("end of round")
    elif level == 2:
        title = t("last deal")
    mark = t("deals: {name}", name=state.names[state.dealer])
    if level == 3:
        mark = ""
    elif round_.hand is not None:
        mark = t("then {name} deals", name=state.names[state.after(state.dealer)])
    if state.broke:
        mark = t("top up: {name}", name=state.names[state.broke[0]])
    left = max(0, round_.remaining(at))
    return OledContent(
        title,
        time_left(state, at),
        left=left * WIDTH // max(1, round_.length) / WIDTH,
        mark=mark,
        inverted=level == 3 or state.referee,
        over=level == 3,
        low=level in (1, 2),
        standing=not round_.running,
    )


def signals(state: State, at: int) -> Signals:
    """Lamps and the buzzer at game time ``at``."""
    if state.phase is Phase.PLAY:
        lamp = Lamp.FAST if state.referee else Lamp.ON if state.round.hand is not None else Lamp.SLOW
        return Signals(lamp, lamp, (None, Beep.LOW, Beep.LAST, Beep.OVER)[alarm(state, at)])
    if state.phase is Phase.SLIP and slip_of(state.setup, state.round).complete:
        return waiting(*(side not in state.round.signed for side in SIDES))
    is_due = state.phase is Phase.READY and state.break_left(at) == 0
    return waiting(is_due, is_due)


def next_change(state: State, at: int) -> int | None:
    """The game time (ns) at which something shown changes next; None where nothing does."""
    left = state.break_left(at) if state.phase is Phase.READY else 0
    if state.phase is Phase.PLAY and state.round.running:
        left = state.round.remaining(at)
    return at + (left - 1) % SECOND + 1 if left > 0 else None
