"""What goes out to OLEDs, lamps and loudspeaker: what changed, and when that counts as a signal."""

from device.io.oled_content import OledContent
from device.io.signals import Beep, Lamp, Signals
from device.kiosk.outputs import OutputCache


class Sent:
    """Keeps what was sent."""

    def __init__(self):
        self.oleds, self.signals = [], []

    def show_oled(self, side, content, shift):
        self.oleds.append((side, content, shift))

    def show_signals(self, signals, silent):
        self.signals.append((signals, silent))


def at_once():
    """With what shows and sounds there from the beginning."""
    cache, sent = OutputCache(silent=False), Sent()
    cache.attach(sent)
    return cache, sent


def test_the_newest_of_what_came_before_the_parts_were_there_is_handed_on():
    cache, sent, content = OutputCache(silent=False), Sent(), OledContent("on move", "2:00")
    cache.oled(0, OledContent("on move", "2:01"), (0, 0))
    cache.oled(0, content, (1, 0))
    assert cache.signals(Signals(Lamp.ON, beep=Beep.LOW), silent=False)
    cache.speak("nobody hears it")
    cache.attach(sent)
    assert sent.oleds == [(0, content, (1, 0))]
    assert sent.signals == [(Signals(Lamp.ON, beep=Beep.LOW), False)]


def test_the_same_content_goes_out_once_and_again_where_it_moved():
    cache, sent = at_once()
    content = OledContent("on move", "2:00")
    for shift in ((0, 0), (0, 0), (1, 0)):
        cache.oled(1, content, shift)
    assert sent.oleds == [(1, content, (0, 0)), (1, content, (1, 0))]


def test_a_sound_that_goes_on_is_no_new_signal():
    cache, sent = at_once()
    low = Signals(beep=Beep.LOW)
    assert cache.signals(low, silent=False)
    assert not cache.signals(low, silent=False)
    assert not cache.signals(Signals(lamp_a=Lamp.FAST, beep=Beep.LOW), silent=False), "only the lamp is new"
    assert cache.signals(Signals(beep=Beep.LAST), silent=False)
    assert not cache.signals(Signals(), silent=False)
    assert len(sent.signals) == 4


def test_turning_the_sound_off_goes_out():
    cache, sent = at_once()
    cache.signals(Signals(), silent=False)
    cache.signals(Signals(), silent=True)
    assert [silent for _, silent in sent.signals] == [False, True]
