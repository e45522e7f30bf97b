"""The page for the phone: the questions of the screen one below the other, or what becomes of the answers."""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from device.common import i18n
from device.common.web.templates import environment
from device.first_start.common.answers import LARGEST_SSID
from device.first_start.common.networks import Network
from device.first_start.common.questions import LABELS, LONGEST_NAME, ROLES
from device.first_start.phone.form import NONE, SEEN, TYPED
from rules.message import Message

LISTED = 20
"""Networks that the page shows, the strongest first."""
PASSWORD = 64
"""Signs of a Wi-Fi's password or key."""
FOLDER = Path(__file__).parent
STYLE = (FOLDER / "page.css").read_text(encoding="utf-8")
DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""By which the policy of the page knows its one style."""
PAGE = environment(FOLDER).get_template(
    "page.html",
    globals={
        **{"style": STYLE, "LABELS": LABELS, "ROLES": ROLES, "NONE": NONE, "SEEN": SEEN},
        **{"TYPED": TYPED, "PASSWORD": PASSWORD, "LARGEST_SSID": LARGEST_SSID, "LONGEST_NAME": LONGEST_NAME},
    },
)


@dataclass(frozen=True)
class Form:
    """What the page shows: the device's ``host`` name, its time ``zone`` and the ``zones`` that it knows, and the
    ``networks`` in reach (None: they are being looked for; a message: why there are none).

    ``given`` is what was filled in, ``troubles`` are what is wrong with it by field, ``sentences`` about an answer
    before. ``word`` marks the form as ours. ``asks_code``: the network is open, and the page asks for the code on the
    screen.
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
    now = form.given.get("network", NONE)
    networks = list(form.networks[:LISTED]) if isinstance(form.networks, Sequence) else []
    chosen = now.removeprefix(SEEN) if now.startswith(SEEN) else ""
    if chosen and chosen not in [network.ssid for network in networks]:
        networks.append(Network(chosen, 0))  # it was chosen from an earlier list
    regions = {region: list(zones) for region, zones in groupby(form.zones, lambda zone: zone.partition("/")[0])}
    given = defaultdict(str, form.given)
    return PAGE.render(form=form, given=given, network=now, networks=networks, regions=regions, lang=i18n.language())


def outcome_page(host: str, lines: Sequence[str]) -> str:
    """A page without questions: what becomes of the answers, or that there is nothing to answer any more."""
    return PAGE.render(form=None, host=host, lines=lines, lang=i18n.language())
