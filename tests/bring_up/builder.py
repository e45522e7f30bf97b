"""Somebody who builds a table: what is wired where, and what is answered, step by step."""

from __future__ import annotations

from device.bring_up.needs import needs_of
from device.bring_up.steps import Edge, Lines, Looked, Replied, SeenDisplay, Waited, WiringReply, begin, on
from device.bring_up.words import words_of
from device.common.settings.settings import Settings


class Builder:
    """A table that is being brought up by hand."""

    def __init__(self, settings=None):
        self.state = begin(Settings() if settings is None else settings)

    @property
    def step(self):
        return self.state.step.name

    @property
    def settings(self):
        return self.state.settings

    @property
    def needs(self):
        return needs_of(self.state)

    @property
    def words(self):
        return words_of(self.state)

    @property
    def wrong(self):
        """What stands there as wrong, in English."""
        return "" if self.words.wrong is None else str(self.words.wrong)

    @property
    def offers(self):
        return [offer for offer, _ in self.words.offers]

    def see(self, *events):
        for event in events:
            self.state = on(self.state, event)
        return self

    def wait(self, seconds=1):
        return self.see(*[Waited()] * seconds)

    def press(self, pin):
        """Down, up with a bounce, and a moment's rest."""
        return self.see(Edge(pin, True), Edge(pin, False), Edge(pin, True), Edge(pin, False), Waited())

    def answer(self, *offers):
        """Answer what is offered; nothing else can be answered."""
        for offer in offers:
            assert offer is WiringReply.BACK or offer in self.offers, (self.step, offer)
            self.see(Replied(offer))
        return self

    def plug(self, *places, buses=(1,)):
        """Displays, each as bus and address, and the family that it says where it says one."""
        return self.see(Looked(tuple(SeenDisplay(*place) for place in places), buses))

    def to(self, step):
        """On to that step, all being well until there."""
        while self.step != step:
            if self.step in ("BUTTON_A", "BUTTON_B"):
                self.press(self.state.pins[self.state.side])
            elif self.step == "OLED_A":
                self.plug((1, 0x3C)).answer(WiringReply.YES)
            elif self.step == "OLED_B":
                self.plug((1, 0x3C), (1, 0x3D)).answer(WiringReply.YES)
            elif self.step == "TURNS":
                self.see(Edge(self.state.pins[self.state.turn], True))
            else:
                self.answer(WiringReply.YES)
        return self

    def lines(self, trouble):
        return self.see(Lines(trouble))
