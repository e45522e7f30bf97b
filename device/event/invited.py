"""Names on the organiser's list, offered before everybody else's."""

from __future__ import annotations

from device.event.client import EventClient
from device.people.directory import Directory
from rules.people import Newcomer


def invited(directory: Directory, event: EventClient) -> Directory:
    """``directory`` with those who take part in the event, as the organiser sent it last."""
    listed = () if event.status is None else event.status.order.people
    directory.invite(Newcomer(one.person or None, one.name) for one in listed)
    return directory
