"""A table's link to its event, with the event's screens, each loaded when it is first asked for."""

from __future__ import annotations

from device.address import Address
from device.kiosk.event_link import EventLink, EventScreens


class TableLink(EventLink):
    """The client, and what people see of it."""

    screens = EventScreens(
        card=Address("device.screens.event.screens:card"),
        on_oleds=Address("device.screens.event.screens:on_oleds"),
        check_start=Address("device.screens.event.next_round:check_start"),
        follow=Address("device.screens.event.next_round:follow"),
        answer=Address("device.screens.event.screens:answer"),
    )
