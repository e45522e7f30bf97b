"""A chess clock that counts seconds one by one, written from the rules' text and from nothing else (C1-C9).

It knows no timestamps and computes nothing ahead: each call of ``tick`` is one second that passes.
"""


class SlowSide:
    def __init__(self, stages, first_increment):
        self.stages = list(stages)
        self.number = -1
        self.left = 0
        self.periods = []  # lengths of the periods of byo-yomi that are still to be used up
        self.period = None  # seconds left of the running one
        self.moves = self.in_period = self.thought = 0
        self.flag = None
        self.down = False  # nothing of this stage is left
        self.over = 0  # seconds of overtime in earlier stages
        self.worst = 0  # the most in this one
        self.come_to_next()
        if self.stage.kind == "fischer" and not first_increment:
            self.left -= self.stage.extra_s

    @property
    def stage(self):
        return self.stages[self.number]

    @property
    def shown(self):
        return self.left if self.period is None else self.period

    @property
    def overtime(self):
        return self.over + self.worst

    def come_to_next(self):
        self.over, self.worst = self.overtime, 0
        self.number += 1
        stage = self.stage
        self.period, self.in_period, self.thought, self.down = None, 0, 0, False
        self.left = max(0, self.left) + stage.time_s
        self.periods = [stage.extra_s] * stage.periods
        if stage.kind == "fischer":
            self.left += stage.extra_s
        if stage.kind == "byo_yomi" and self.left <= 0:
            self.take_period()

    def take_period(self):
        self.left, self.period, self.in_period = 0, self.periods[0], 0

    def tick(self, now):
        """One second passes while this side thinks; whether its clock ran."""
        self.thought += 1
        if self.stage.kind == "delay" and self.thought <= self.stage.extra_s:
            return False
        if self.period is None:
            self.left -= 1
            if self.left == 0 and not self.down:
                if self.periods:
                    self.take_period()
                else:
                    self.nothing_left(now)
        else:
            self.period -= 1
            if self.period == 0 and not self.down:
                self.periods.pop()
                if self.periods:
                    self.take_period()
                else:
                    self.nothing_left(now)
        self.worst = max(self.worst, -self.shown)
        return True

    def nothing_left(self, now):
        until = self.stage.until_move
        if self.number == len(self.stages) - 1 or (until is not None and self.moves < until):
            self.flag = now if self.flag is None else self.flag
            self.down = True
        else:
            self.left = 0
            self.come_to_next()

    def made_move(self):
        self.moves += 1
        stage = self.stage
        if stage.kind == "bronstein":
            self.left += min(self.thought, stage.extra_s)
        self.thought = 0
        if stage.until_move is not None and self.moves >= stage.until_move:
            self.come_to_next()
        elif stage.kind == "fischer":
            self.left += stage.extra_s
        elif self.period is not None and not self.down:
            self.in_period += 1
            if self.in_period == stage.period_moves:
                self.take_period()


class SlowClock:
    def __init__(self, control):
        self.sides = [SlowSide(control.of(side), control.first_increment) for side in (0, 1)]
        self.stands_at_flag = control.after_flag == "stand"
        self.now = 0
        self.mover = None
        self.paused = False
        self.first = None

    @property
    def stopped(self):
        return self.paused or (self.stands_at_flag and self.first is not None)

    def tick(self):
        self.now += 1
        if self.mover is None or self.stopped:
            return
        mover, other = self.sides[self.mover], self.sides[1 - self.mover]
        hourglass = mover.stage.kind == "hourglass"
        if mover.tick(self.now) and hourglass:
            if other.period is None:
                other.left += 1
            else:
                other.period += 1
        if mover.flag is not None and self.first is None:
            self.first = self.mover

    def press(self, side):
        if self.mover is None:
            self.mover = 1 - side
        elif side == self.mover and not self.stopped:
            self.sides[side].made_move()
            self.mover = 1 - side
