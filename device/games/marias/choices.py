"""Screens on which something is chosen: players' affairs, warnings, lengths, an annulled deal, notes, the menu."""

from __future__ import annotations

from device.games.marias.cards import money
from device.games.marias.entry import question
from device.games.marias.play import May
from device.games.marias.referee import ACCENT
from device.i18n import t, tr
from device.kiosk.actions import BACK, Do, Go
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import Answer, Entry, ask, reason
from device.kiosk.keyboards import number_keys
from device.kiosk.widgets import Rect, Scene
from rules.marias import events as e
from rules.marias.describe import INFRACTIONS
from rules.marias.state import Phase, State

QUICK = (1, 2, 5)
"""Top-ups by one tap, in least top-ups."""


def people(state: State, may: May, look: Look) -> Scene:
    """Each player in a column: what is left of the stake, top up by so much or by any amount, deals next (M6)."""
    canvas = Canvas(look)
    p = look.palette
    names, purses, body, bar = canvas.rows(canvas.area, (34, 28, 328, 56))
    columns = (1,) * state.seats
    least = state.setup.top_up
    for seat, box in enumerate(canvas.cols(names, columns)):
        canvas.text(box, state.names[seat], 21, "bold", p.text, "center")
    for seat, box in enumerate(canvas.cols(purses, columns)):
        short = state.phase in (Phase.PLAY, Phase.SLIP) and state.purse(seat) <= 0
        canvas.text(box, purse(state, seat), 16, "semibold", p.warn if short else p.muted, "center")
    *quick, other, dealing = canvas.rows(body, (1,) * (len(QUICK) + 2), canvas.u(6))
    why = reason(may["top_up"])
    for seat in range(state.seats):
        style = "accent" if state.phase is Phase.PLAY and seat in state.broke else "normal"
        for times, band in zip(QUICK, quick, strict=True):
            box = canvas.cols(band, columns)[seat]
            label, amount = t("+{amount} Kč", amount=round_sum(least * times)), least * times
            canvas.button(box, label, Do(e.TopUp(seat=e.SEAT[seat], amount=amount)), why=why, style=style, size=22)
        box = canvas.cols(other, columns)[seat]
        canvas.button(box, t("+ other"), Go("top_up", seat), why=why, style=style, size=20)
    for seat, box in enumerate(canvas.cols(dealing, columns)):
        why = t("expelled") if state.is_expelled(seat) else reason(may["dealer"])
        canvas.button(box, t("Deals next"), Do(e.Dealer(seat=e.SEAT[seat])), why=why, selected=seat == state.dealer)
    canvas.button(bar, t("Back"), BACK, style="primary")
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def round_sum(amount: int) -> str:
    """An amount in koruny, without decimals where there are only koruny."""
    return money(amount) if amount % 100 else str(amount // 100)


def purse(state: State, seat: int) -> str:
    """What a player has in this round, or lacks (M5, M6)."""
    if state.phase not in (Phase.PLAY, Phase.SLIP) or seat not in state.round.seats:
        return ""
    found = state.purse(seat)
    if found < 0:
        return t("{amount} Kč missing", amount=money(-found))
    return t("has {amount} Kč", amount=money(found))


def annul(state: State, look: Look) -> Scene:
    """A deal that nobody pays (M27)."""
    answers: list[Answer] = [
        (t("Misdealt"), t("nobody pays"), Do(e.Annul(reason="misdeal")), "normal"),
        (t("Referee decided"), t("not finished, final (M27)"), Go("unfinished"), "normal"),
    ]
    return ask(look, t("A deal without pay"), t("The deal is not paid: why?"), answers, look.palette.accents[ACCENT])


def note(state: State, look: Look) -> Scene:
    """What the device cannot see (M7, M19, M22, M26)."""
    answers: list[Answer] = [(tr(what), rule, Do(e.Note(rule=rule)), "normal") for rule, what in INFRACTIONS.items()]
    return ask(look, t("Note"), t("What happened?"), answers, look.palette.accents[ACCENT])


def minutes(look: Look, kind: str, typed: str) -> Scene:
    """A length in minutes: of a round before it, of the break, of what is left (M1-M3)."""
    titles = {
        "round_time": t("How long are the rounds? (M3)"),
        "break_time": t("How long is the break? (M2)"),
        "set_time": t("How much is left of the round?"),
    }
    return _number(look, titles[kind], typed, t("minutes"))


def top_up(state: State, look: Look, seat: int, typed: str) -> Scene:
    """Any amount in koruny that a player adds to the stake (M6)."""
    title = t("{name}: how much is added? (M6)", name=state.names[seat])
    least = t("Kč, at least {least}", least=round_sum(state.setup.top_up))
    return _number(look, title, typed, least, purse(state, seat))


def _number(look: Look, title: str, typed: str, unit: str, above: str = "") -> Scene:
    """A number by number keys: large what is typed, under it in what it counts, over it what helps."""
    canvas = Canvas(look)
    u, p = canvas.u, look.palette
    head, body = canvas.rows(canvas.area, (44, 412))
    back, heading = canvas.cols(head, (12, 88))
    canvas.button(back, "", BACK, icon="back")
    canvas.text(heading, title, 24, "bold", p.text)
    left, right = canvas.cols(body, (410, 370)) if not look.portrait else canvas.rows(body, (1, 2))
    canvas.panel(left, p.paper)
    canvas.text(left, typed or "–", 130, "bold", p.ink, "center", digits=True)
    canvas.text(Rect(left.x, left.y + u(20), left.w, u(40)), above, 22, "regular", p.ink_muted, "center")
    foot = Rect(left.x, left.y + left.h - u(60), left.w, u(40))
    canvas.text(foot, unit, 22, "regular", p.ink_muted, "center")
    number_keys(canvas, right)
    if look.toast:
        canvas.banner(left, look.toast)
    return canvas.scene()


def menu(state: State, may: May) -> list[Entry]:
    """What the table's menu offers, with the reason where it is not possible now."""
    paused = state.phase is Phase.PLAY and not state.round.running
    clock = ("resume", t("Go on"), Do(e.Resume())) if paused else ("pause", t("Pause"), Do(e.Pause()))
    slips = None if state.rounds else t("No round is played yet.")
    return [
        (clock[1], t("the round's clock"), clock[2], may[clock[0]]),
        (t("Referee"), t("time · warnings · decisions"), Go("referee"), None),
        (t("Deals"), t("corrections"), Go("deals", 0), may["correct"]),
        (t("Players"), t("top up · who deals"), Go("people"), None),
        (t("Note"), t("what the device cannot see"), Go("note"), None),
        (t("Slips"), t("of all rounds"), Go("slips", len(state.rounds)), slips),
        (t("Standings"), t("places so far"), Go("standings"), None),
        (t("Tariff"), tariff(state), Go("tariff"), None),
    ]


def tariff(state: State) -> str:
    """The cap, for the menu."""
    return t("cap {cap} Kč", cap=money(state.setup.cap))


def tariff_page(state: State, look: Look) -> Scene:
    """The rates, the ladder and the cap that this table froze (M8, M13, M32)."""
    canvas = Canvas(look)
    p, u, s = look.palette, canvas.u, state.setup
    body, bar = question(canvas, t("Tariff of this table"))
    canvas.panel(body, p.paper)
    inner = Rect(body.x + u(16), body.y + u(10), body.w - u(32), body.h - u(20))
    left, right = (canvas.rows if look.portrait else canvas.cols)(inner, (1, 1), u(24))
    rates = [
        ("hra", s.hra),
        (t("sedma"), s.sedma),
        (t("declared sto"), s.sto),
        ("betl", s.betl),
        ("durch", s.durch),
        (t("renonc"), s.renonc),
        (t("cap"), s.cap),
    ]
    for (label, amount), band in zip(rates, canvas.rows(left, (1,) * len(rates), u(2)), strict=True):
        canvas.text(band, label, 20, "regular", p.ink)
        canvas.text(band, money(amount), 20, "bold", p.ink, "right", digits=True)
    lines = [
        t("flek 2× · re 4× · tutti 8×"),
        t("boty 16× · kalhoty 32× · kajzr 64×"),
        t("red doubles trump games (M12)"),
        t("without re nothing is played (M18)"),
        t("silent sto: hra × 2 × units (M9)"),
        t("lost sto: every ten of the opponents (M10)"),
        t("stake {stake} Kč, top-up {top} Kč", stake=money(s.stake), top=money(s.top_up)),
    ]
    for line, band in zip(lines, canvas.rows(right, (1,) * len(lines), u(2)), strict=True):
        canvas.text(band, line, 18, "regular", p.ink)
    canvas.button(bar, t("Back"), BACK, style="primary")
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()
