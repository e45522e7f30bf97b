"""The double clock against an independent model, whatever people do to it."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.clock import DoubleClock, PressMeans

LIMIT = 180_000_000_000
SIDE = st.integers(0, 1)
GAP = st.one_of(st.just(0), st.integers(1, 5), st.integers(1, 200_000_000_000))
REASON = st.sampled_from(["pause", "objection", "closing"])


class Clocks(RuleBasedStateMachine):
    """The model keeps, in plain integers, what each clock has measured; it never looks into the clock."""

    @initialize(mover=SIDE, reads=st.booleans())
    def start(self, mover, reads):
        """A record says what clocks with time bases of their own read, or, an earlier one, what they showed."""
        self.now = 0
        self.reads = reads
        self.ahead = [0, 0]
        self.clock = DoubleClock(LIMIT).start(mover, 0)
        self.mover = mover
        self.standing = set()
        self.used = [0, 0]
        self.done = [0, 0]
        self.turns = []
        self.spoiled = set()

    def passes(self, gap):
        """Time goes on; a running turn measures it on both clocks."""
        self.now += gap
        if not self.standing:
            self.used = [used + gap for used in self.used]

    def ended(self, struck):
        self.turns.append((self.mover, tuple(self.used), frozenset(self.spoiled), struck))
        self.done = [done + used for done, used in zip(self.done, self.used, strict=True)]
        self.mover, self.used, self.spoiled = 1 - self.mover, [0, 0], set()

    @rule(side=SIDE, gap=GAP)
    def press(self, side, gap):
        self.passes(gap)
        self.clock, means = self.clock.press(side, self.now)
        if self.standing:
            assert means is PressMeans.IDLE
        elif side == self.mover:
            assert means is PressMeans.TURN
            self.ended(struck=False)
        else:
            assert means is PressMeans.ACCIDENT
            self.spoiled.add(side)

    @precondition(lambda self: self.reads)
    @rule(gap=GAP, gained=st.tuples(st.integers(0, 10_000_000), st.integers(0, 10_000_000)))
    def are_read(self, gap, gained):
        """Each clock has gained on the device's since it was read last; while both stand that is nobody's time."""
        self.passes(gap)
        self.ahead = [ahead + more for ahead, more in zip(self.ahead, gained, strict=True)]
        self.clock = self.clock.sync(self.now, (self.now + self.ahead[0], self.now + self.ahead[1]))
        if not self.standing:
            self.used = [used + more for used, more in zip(self.used, gained, strict=True)]

    @precondition(lambda self: not self.standing and not self.reads)
    @rule(gap=GAP, faster=st.integers(0, 10_000_000))
    def press_with_clocks_of_their_own(self, gap, faster):
        """Clock B runs ahead by ``faster`` ns in this turn, and says so."""
        self.passes(gap)
        self.used[1] += faster
        shows = (LIMIT - self.used[0], LIMIT - self.used[1])
        self.clock, means = self.clock.press(self.mover, self.now, shows)
        assert means is PressMeans.TURN
        self.ended(struck=False)

    @rule(side=SIDE, back=st.integers(1, 1000))
    def press_with_a_stamp_from_the_past(self, side, back):
        before = self.clock
        self.clock, means = self.clock.press(side, max(0, self.now - back))
        assert self.clock.last == max(before.last, self.now - back, 0)
        if means is PressMeans.TURN:
            self.used = list(self.clock.turns[-1].used)
            assert all(used >= 0 for used in self.used)
            self.ended(struck=False)
            self.now = self.clock.last
        elif means is PressMeans.ACCIDENT:
            self.spoiled.add(side)

    @rule(reason=REASON, gap=GAP)
    def stand(self, reason, gap):
        self.passes(gap)
        self.clock = self.clock.stop(reason, self.now)
        self.standing.add(reason)

    @rule(reason=REASON, gap=GAP)
    def go_on(self, reason, gap):
        self.passes(gap)
        self.clock = self.clock.resume(reason, self.now)
        self.standing.discard(reason)

    @rule(gap=GAP, left=st.integers(-LIMIT, LIMIT))
    def correct(self, gap, left):
        self.passes(gap)
        self.clock = self.clock.correct(left, self.now)
        self.used = [LIMIT - left] * 2

    @rule(side=SIDE)
    def spoil(self, side):
        self.clock = self.clock.spoil(side, self.now)
        self.spoiled.add(side)

    @rule(gap=GAP)
    def forfeit(self, gap):
        self.passes(gap)
        self.clock = self.clock.forfeit(self.now)
        self.ended(struck=True)

    @rule(gap=GAP, doubt=st.integers(0, 1_000_000_000))
    def power_loss(self, gap, doubt):
        self.passes(gap)
        running = self.clock.running
        before = self.clock.doubt
        self.clock = self.clock.power_loss(self.now, doubt)
        assert self.clock.doubt == before + (doubt if running else 0)
        self.standing.add("pause")

    @invariant()
    def agrees_with_the_model(self):
        assert self.clock.mover == self.mover
        for side, clock in enumerate(self.clock.sides):
            assert clock.time_used(self.now) == self.used[side]
            assert clock.total(self.now) == self.done[side] + self.used[side]
            assert clock.done == self.done[side], "a clock's turns sum to its elapsed time"
        if (turn := self.clock.current(self.now)) is not None:
            assert self.clock.time_used(self.now) == (turn.official.used if turn.official else turn.reconstructed_time)
        seen = [(turn.mover, turn.used, turn.spoiled, turn.struck) for turn in self.clock.turns]
        assert seen == self.turns

    @invariant()
    def one_turn_at_a_time(self):
        for clock in self.clock.sides:
            assert clock.open
            assert (clock.since is None) == bool(self.standing)
            try:
                clock.start(self.now)
            except ValueError:
                continue
            raise AssertionError("a second turn began on a running clock")

    @invariant()
    def asking_changes_nothing(self):
        before = self.clock
        later = self.now + LIMIT
        for _ in range(3):
            self.clock.time_used(later)
            self.clock.remaining(later)
            self.clock.current(later)
        assert self.clock is before
        assert self.clock.time_used(self.now) == before.time_used(self.now)

    @invariant()
    def official_time_is_the_opponents_clock_unless_it_is_spoiled(self):
        for turn in self.clock.turns:
            official = turn.official
            if 1 - turn.mover not in turn.spoiled:
                assert (official.used, official.clock) == (turn.used[1 - turn.mover], 1 - turn.mover)
            elif turn.mover not in turn.spoiled:
                assert (official.used, official.clock) == (turn.used[turn.mover], turn.mover)
            else:
                assert official is None
                assert turn.reconstructed_time == turn.used[1 - turn.mover]

    @invariant()
    def exactly_the_limit_is_in_time(self):
        if self.standing:
            return
        left = self.clock.remaining(self.now)
        if left >= 0:
            assert not self.clock.overrun(self.now + left)
            assert self.clock.overrun(self.now + left + 1)


TestClocks = Clocks.TestCase
