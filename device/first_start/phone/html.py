"""The page for the phone: the questions of the screen one below the other, or what becomes of the answers."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from device import i18n
from device.first_start.common.answers import LARGEST_SSID
from device.first_start.common.networks import Network
from device.first_start.common.questions import LABELS, LANGUAGES, LONGEST_NAME, ROLES
from device.first_start.phone.form import NONE, SEEN, TYPED
from device.i18n import t, tr
from rules.message import Message

LISTED = 20
"""Networks that the page shows, the strongest first."""
PASSWORD = 64
"""Signs of a Wi-Fi's password or key."""
CODE = 20
"""Signs that its field for a code takes."""
JOINS = " data-joins"
"""Marks a network that is asked for its password."""


@dataclass(frozen=True)
class Form:
    """What the page shows: the device's ``host`` name, its time ``zone`` and the ``zones`` that it knows, and the
    ``networks`` in reach (None: they are being looked for; a message: why there are none).

    ``given`` is what was filled in, ``troubles`` are what is wrong with it by field, ``sentences`` about an answer
    before. ``word`` marks the form as ours. ``asks_code``: the network is open, and the page
    asks for the code on the screen.
    """

    host: str
    zone: str
    zones: Sequence[str]
    word: str
    networks: Sequence[Network] | Message | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    troubles: Mapping[str, Message] = field(default_factory=dict)
    sentences: Sequence[Message] = ()
    asks_code: bool = False


def form_page(form: Form) -> str:
    """The questions, in the language spoken now."""
    lang = i18n.language()
    other = next(one for one in LANGUAGES if one != lang)
    done, all_done = t("Done"), t("Done, set it up")
    switch = f'<button name="lang" value="{other}" lang="{other}" formnovalidate>{LANGUAGES[other]}</button>'
    parts = (
        f'<input type="hidden" name="word" value="{form.word}"><input type="hidden" name="spoken" value="{lang}">',
        # Return on a phone's keyboard presses the first button of a form.
        f'<button class="first" name="act" value="done" tabindex="-1" aria-hidden="true">{escape(done)}</button>',
        _head(t("Set up this device"), form.host, switch),
        _notes(form),
        _code(form) if form.asks_code else "",
        _languages(form),
        _wifi(form),
        _host(form),
        _zones(form),
        _roles(form),
        f'<button class="done" name="act" value="done">{escape(all_done)}</button>',
    )
    inner = f'<form method="post" action="/" autocomplete="off">{"".join(parts)}</form>'
    return _document(f"<main>{inner}</main>")


def outcome_page(host: str, lines: Iterable[str]) -> str:
    """A page without questions: what becomes of the answers, or that there is nothing to answer any more."""
    first, *rest = lines
    body = "".join(f"<p>{escape(one)}</p>" for one in rest)
    return _document(f"<main>{_head('Dvojtah', host)}<section><h2>{escape(first)}</h2>{body}</section></main>")


def _document(body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="{i18n.language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f'<title>Dvojtah</title><link rel="icon" href="data:,"><style>{STYLE}</style></head>\n'
        f"<body>{body}</body></html>\n"
    )


def _head(title: str, host: str, switch: str = "") -> str:
    return f"<header><div><div><h1>{escape(title)}</h1><span>{escape(host)}</span></div>{switch}</div></header>"


def _notes(form: Form) -> str:
    """What went wrong before, and where to look now."""
    lines = [escape(tr(one)) for one in form.sentences]
    if form.troubles:
        first = next(iter(form.troubles)).replace(".", "-")
        sentence = t("Something is not right yet; nothing was changed.")
        lines.append(f'<a href="#at-{escape(first)}">{escape(sentence)}</a>')
    notes = "".join(f"<p>{one}</p>" for one in lines)
    return f'<section class="trouble" role="alert">{notes}</section>' if notes else ""


def _wrong(form: Form, key: str) -> str:
    """The sentence at a field, and a place that a link finds."""
    name = key.replace(".", "-")
    trouble = form.troubles.get(key)
    sentence = f'<p class="wrong" id="{name}-wrong">{escape(tr(trouble))}</p>' if trouble is not None else ""
    return f'<div id="at-{name}">{sentence}</div>'


def _marks(form: Form, key: str) -> str:
    name = key.replace(".", "-")
    return f' aria-invalid="true" aria-describedby="{name}-wrong" autofocus' if key in form.troubles else ""


def _choice(name: str, value: str, id: str, label: str, now: str, sub: str = "", more: str = "") -> str:
    """One of several, as a target for a thumb; ``more``: further attributes."""
    checked = " checked" if value == now else ""
    small = f"<small>{escape(sub)}</small>" if sub else ""
    return (
        f'<input class="pick" type="radio" name="{name}" id="{id}" value="{escape(value)}"{more}{checked}>'
        f'<label class="choice" for="{id}"><span>{escape(label)}{small}</span></label>'
    )


def _fields(label: str, inner: str) -> str:
    return f"<fieldset><legend>{escape(label)}</legend>{inner}</fieldset>"


def _languages(form: Form) -> str:
    now = form.given.get("language", i18n.language())
    each = "".join(f"<div>{_choice('language', key, key, name, now)}</div>" for key, name in LANGUAGES.items())
    return _fields(tr(LABELS["language"]), f'<div class="two">{each}</div>{_wrong(form, "language")}')


def _wifi(form: Form) -> str:
    now = form.given.get("network", NONE)
    found = list(form.networks[:LISTED]) if isinstance(form.networks, Sequence) else []
    kept = now.removeprefix(SEEN) if now.startswith(SEEN) else ""
    if kept and kept not in [one.ssid for one in found]:
        found.append(Network(kept, 0))  # it was chosen from an earlier list
    rows = [_choice("network", NONE, NONE, t("No Wi-Fi"), now, t("the table plays without one, too"))]
    rows += [_network(one, f"network-{n}", now) for n, one in enumerate(found)]
    rows.append(_choice("network", TYPED, TYPED, t("Another one"), now, t("type its name"), JOINS))
    typed = _text(form, "ssid", t("Name of the Wi-Fi"), "wifi.ssid", LARGEST_SSID)
    password = _text(form, "password", t("Password"), "wifi.password", PASSWORD)
    hint = t("It is tried after everything is set up; a wrong one is said then.")
    why = t("Looking for networks…") if form.networks is None else ""
    why = tr(form.networks) if isinstance(form.networks, Message) else why
    again = t("Look again")
    return _fields(
        tr(LABELS["wifi"]),
        f'<div class="networks">{"".join(rows)}<div class="typed">{typed}</div>'
        f'<div class="password">{password}<p class="hint">{escape(hint)}</p></div>'
        f'<div class="again">{_wrong(form, "wifi")}<p class="hint">{escape(why)}</p>'
        f'<button name="act" value="look" formnovalidate>{escape(again)}</button></div></div>',
    )


def _network(one: Network, id: str, now: str) -> str:
    if one.account:
        why = t("This network asks for an account of its company; a table has none.")
        return _choice("network", SEEN + one.ssid, id, one.ssid, "", why, " disabled")
    sub = t("with a password") if one.secured else t("without a password")
    strength = f" · {one.signal} %" if one.signal else ""
    return _choice("network", SEEN + one.ssid, id, one.ssid, now, sub + strength, JOINS if one.secured else "")


def _text(form: Form, name: str, label: str, key: str, longest: int, more: str = "") -> str:
    """A field to type in, with its sentence."""
    value = escape(form.given.get(name, ""))
    return (
        f'<label for="{name}">{escape(label)}</label><input type="text" id="{name}" name="{name}" value="{value}" '
        f'maxlength="{longest}" autocapitalize="none" autocorrect="off" spellcheck="false" autocomplete="off"'
        f"{more}{_marks(form, key)}>{_wrong(form, key)}"
    )


def _code(form: Form) -> str:
    """The code on the screen, and what an open network means."""
    inner = _text(form, "code", t("Code on the screen of the device"), "code", CODE)
    inner = inner.replace('<label for="code">', '<label class="name" for="code">', 1)
    hint = t("This Wi-Fi is open: whoever is near can read what you type. Give a Wi-Fi password on the screen instead.")
    return f'<section>{inner}<p class="hint">{escape(hint)}</p></section>'


def _host(form: Form) -> str:
    label = tr(LABELS["hostname"])
    placeholder = f' placeholder="{escape(form.host)}"'
    hint = t("Small letters, digits, hyphens; a number of the device's own follows.")
    inner = _text(form, "hostname", label, "hostname", LONGEST_NAME, placeholder)
    inner = inner.replace('<label for="hostname">', '<label class="name" for="hostname">', 1)
    return f'<section>{inner}<p class="hint">{escape(hint)}</p></section>'


def _zones(form: Form) -> str:
    now = form.given.get("time_zone", "")
    as_it_is = " · ".join(one for one in (t("as it is"), form.zone) if one)
    groups: dict[str, list[str]] = {}
    for zone in form.zones:
        region, _, place = zone.partition("/")
        chosen = " selected" if zone == now else ""
        option = f'<option value="{zone}"{chosen}>{escape(place.replace("_", " "))}</option>'
        groups.setdefault(region, []).append(option)
    listed = "".join(f'<optgroup label="{name}">{"".join(each)}</optgroup>' for name, each in groups.items())
    return (
        f'<section><label class="name" for="zone">{escape(tr(LABELS["time_zone"]))}</label>'
        f'<select id="zone" name="time_zone"{_marks(form, "time_zone")}><option value="">{escape(as_it_is)}</option>'
        f"{listed}</select>{_wrong(form, 'time_zone')}</section>"
    )


def _roles(form: Form) -> str:
    now = form.given.get("role", "table")
    each = "".join(_choice("role", key, key, tr(name), now, tr(what)) for key, (name, what) in ROLES.items())
    return _fields(tr(LABELS["role"]), each + _wrong(form, "role"))


STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""By which the policy of the page knows its one style."""
