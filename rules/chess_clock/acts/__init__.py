"""Everything that somebody can do in a game on the chess clock, act by act."""

from rules.acts import Act
from rules.chess_clock.acts.clocks import Pause as Pause
from rules.chess_clock.acts.clocks import PowerLoss as PowerLoss
from rules.chess_clock.acts.clocks import Press as Press
from rules.chess_clock.acts.clocks import Resume as Resume
from rules.chess_clock.acts.clocks import SetClock as SetClock
from rules.chess_clock.acts.clocks import SetMover as SetMover
from rules.chess_clock.acts.result import Reopen as Reopen
from rules.chess_clock.acts.result import Result as Result
from rules.chess_clock.acts.result import Sign as Sign

ACTS: tuple[type[Act], ...] = (Press, Pause, Resume, PowerLoss, SetClock, SetMover, Result, Sign, Reopen)
