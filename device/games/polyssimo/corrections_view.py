"""Putting right what stands on record, notes, and opening a signed result again (P5-P9)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from device import i18n
from device.games.polyssimo.looks import laid_out, lying, measures, picture, side_in
from device.i18n import t
from device.kiosk.actions import Do, Go, Put, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import Answer, ask, heading
from device.kiosk.widgets import Colour, Rect, Scene
from rules.polyssimo import events as e
from rules.polyssimo.corrections import owner, without
from rules.polyssimo.describe import INFRACTIONS, REASONS
from rules.polyssimo.state import Phase, Placed, State

ACCENT = 2
"""Polyssimo's among the palette's accents."""


def accent(look: Look) -> Colour:
    """The colour of the game's headings."""
    return look.palette.accents[ACCENT]


def lifted(state: State, number: int) -> State:
    """The game with placement ``number`` taken off the board and its player on turn, to lay it anew."""
    seat = state.placed[number - 1].seat
    return replace(without(state, number), turn=seat, aside=frozenset(), phase=Phase.PLACING)


def placed(state: State, look: Look) -> Scene:
    """Every placement in its order; a touch puts one right."""
    canvas = Canvas(look)
    head, body = canvas.rows(canvas.area, (56, 400))
    title = t("Placed pieces · tap one to put it right") if state.placed else t("Placed pieces")
    heading(canvas, head, title, fill=accent(look), more=True)
    for number, box in placements(canvas, state, body):
        canvas.touch(box, Go("correct", number))
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def placements(canvas: Canvas, state: State, rect: Rect) -> list[tuple[int, Rect]]:
    """A card for each placement: its number, whose, the piece; their numbers and places."""
    u, p = canvas.u, canvas.look.palette
    if not state.placed:
        canvas.text(rect, t("Nothing is placed yet."), 20, "regular", p.muted, "center")
        return []
    columns = max(3, min(6, rect.w // u(112)))
    bands = canvas.rows(rect, (1,) * max(3, -(-len(state.placed) // columns)), u(6))
    found = []
    for n, one in enumerate(state.placed):
        box = canvas.cols(bands[n // columns], (1,) * columns, u(6))[n % columns]
        placement(canvas, state, n + 1, one, box)
        found.append((n + 1, box))
    return found


def placement(canvas: Canvas, state: State, number: int, one: Placed, box: Rect) -> None:
    """One placement."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(box, p.button)
    canvas.panel(Rect(box.x, box.y, box.w, u(5)), p.players[one.seat], radius=2)
    title = f"{number} · {state.setup.players[one.seat]}"
    if box.h < u(56):  # too low for a picture
        line = Rect(box.x + u(4), box.y + u(5), box.w - u(8), box.h - u(5))
        canvas.text(line, f"{title} · {one.piece or '–'}", 14, "semibold", p.players[one.seat], "center")
        return
    name, shown = canvas.rows(Rect(box.x + u(6), box.y + u(6), box.w - u(12), box.h - u(10)), (24, 62), 0)
    canvas.text(name, title, 15, "semibold", p.players[one.seat], "center")
    if one.piece is None:
        canvas.text(shown, t("some piece"), 15, "regular", p.muted, "center", lines=2)
        return
    shape = lying(state.pieces[one.piece].shape)
    picture(canvas, shown, one.piece, shape, min(side_in(shown), (shown.h - 4) // measures(shape)[1]))


def correct(state: State, look: Look, number: int) -> Scene:
    """Which piece it was really, where pieces are only counted (P6)."""
    canvas = Canvas(look)
    p = look.palette
    one = state.placed[number - 1]
    head, body = canvas.rows(canvas.area, (56, 400))
    title = t("Placement {n} of {name}: which piece was it?", n=number, name=state.setup.players[one.seat])
    heading(canvas, head, title, fill=look.palette.players[one.seat])
    hand = lifted(state, number).in_hand(one.seat)
    places, side = laid_out(canvas, state, body, hand)
    for piece, box in zip(hand, places, strict=False):
        was = piece == one.piece
        canvas.panel(box, p.key_accent if was else p.button, border=p.text if was else None)
        picture(canvas, box, piece, lying(state.pieces[piece].shape), side)
        canvas.touch(box, Do(e.Correct(place=number, piece=piece)))
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def swap(state: State, look: Look, first: str) -> Scene:
    """Two pieces change places: the one that was tapped, and the one that was meant (P5)."""
    canvas = Canvas(look)
    u, p = canvas.u, look.palette
    head, body = canvas.rows(canvas.area, (56, 400))
    title = t("Which piece was tapped by mistake?") if not first else t("And which one was meant?")
    heading(canvas, head, title, fill=accent(look))
    names = list(state.pieces)
    columns = 4 if look.portrait else 8
    for row, band in enumerate(canvas.rows(body, (1,) * (len(names) // columns), u(5))):
        for name, box in zip(names[row * columns :], canvas.cols(band, (1,) * columns, u(5)), strict=False):
            seat = owner(state, name)
            border = p.text if name == first else None if seat is None else p.players[seat]
            canvas.panel(box, p.key_accent if name == first else p.button, border=border)
            whose, shown = canvas.rows(Rect(box.x + u(4), box.y + u(4), box.w - u(8), box.h - u(8)), (22, 70), 0)
            said, ink = (t("middle"), p.muted) if seat is None else (state.setup.players[seat], p.players[seat])
            canvas.text(whose, said, 14, "semibold", ink, "center")
            picture(canvas, shown, name, lying(state.pieces[name].shape), side_in(shown))
            if first and name != first:
                changed = Do(e.Correct(taken=first, piece=name))
                if look.refuses(changed):
                    canvas.panel(box, p.back)
                    canvas.text(whose, said, 14, "semibold", p.faint, "center")
                canvas.touch(box, changed)
            elif seat is None:
                canvas.touch(box, Why(t("Nobody has taken this piece.")))
            else:
                canvas.touch(box, Put("first", "" if name == first else name))
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def note(state: State, look: Look, player: int | None) -> Scene:
    """Something for the referee, perhaps about a player; it costs nothing."""
    answers: list[Answer] = [
        (i18n.tr(what), rule, Do(e.Note(rule=rule, player=player)), "normal") for rule, what in INFRACTIONS.items()
    ]
    return ask(
        look,
        t("Note"),
        t("What happened, and who was it?"),
        answers,
        accent(look),
        partial(who, state=state, player=player),
    )


def who(canvas: Canvas, rect: Rect, state: State, player: int | None) -> None:
    """A button for each player, one of them chosen."""
    for seat, box in zip(state.seats, canvas.cols(rect, (1,) * len(state.seats)), strict=True):
        chosen = player == seat + 1
        canvas.button(box, state.setup.players[seat], Put("noted", None if chosen else seat + 1), selected=chosen)


def reopen(state: State, look: Look) -> Scene:
    """A signed result is opened again, for a reason (P9)."""
    answers: list[Answer] = [
        (i18n.tr(reason), "", Do(e.Reopen(reason=code)), "normal") for code, reason in REASONS.items()
    ]
    return ask(look, t("Reopen the result"), t("Why? Both sides will have to sign again."), answers, accent(look))
