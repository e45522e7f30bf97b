"""What a worn card did to a row spoils neither the message that it goes with nor the rows around it."""

import msgspec

from device.common.event.messages import EntryRow
from device.event.row_publisher import row_of
from device.journal.outbox import OutboxRow
from rules.game import Unreadable
from rules.loading import readable
from rules.stored_game import take
from tests.journal.conftest import notes


def test_an_entry_that_is_damaged_in_the_journal_does_not_spoil_the_message_it_goes_with():
    row = OutboxRow(1, "boot", 1, 3, None, "a" * 32, None, None, None, 5, '{"event":"no')
    sent = row_of(row)
    assert msgspec.json.decode(msgspec.json.encode(sent), type=readable(EntryRow)) == sent
    assert msgspec.json.decode(sent.event) == {"event": "unreadable", "text": '{"event":"no'}
    history = take(notes(2), bytes(sent.event), 5)
    assert history.entries[-1].event == Unreadable(text='{"event":"no'), "and it is read as what it was"
    assert str(history.entries[-1].refused) == "It is damaged."
