"""Everything that somebody can do in a game of Polish doubles, act by act."""

from rules.acts import acts_in
from rules.polish_doubles.acts import clock, corrections, ending, judging, sheet, table
from rules.polish_doubles.acts.clock import Announce as Announce
from rules.polish_doubles.acts.clock import DecideTime as DecideTime
from rules.polish_doubles.acts.clock import Overrun as Overrun
from rules.polish_doubles.acts.clock import Pause as Pause
from rules.polish_doubles.acts.clock import PowerLoss as PowerLoss
from rules.polish_doubles.acts.clock import Press as Press
from rules.polish_doubles.acts.clock import Resume as Resume
from rules.polish_doubles.acts.clock import SetTime as SetTime
from rules.polish_doubles.acts.clock import Spoil as Spoil
from rules.polish_doubles.acts.corrections import Correct as Correct
from rules.polish_doubles.acts.ending import Award as Award
from rules.polish_doubles.acts.ending import Close as Close
from rules.polish_doubles.acts.ending import Dispute as Dispute
from rules.polish_doubles.acts.ending import End as End
from rules.polish_doubles.acts.ending import Racks as Racks
from rules.polish_doubles.acts.ending import Reopen as Reopen
from rules.polish_doubles.acts.ending import Sign as Sign
from rules.polish_doubles.acts.judging import Early as Early
from rules.polish_doubles.acts.judging import EarlyAnswer as EarlyAnswer
from rules.polish_doubles.acts.judging import NoObjection as NoObjection
from rules.polish_doubles.acts.judging import Objection as Objection
from rules.polish_doubles.acts.judging import Verdict as Verdict
from rules.polish_doubles.acts.judging import WordListUsed as WordListUsed
from rules.polish_doubles.acts.sheet import Bag as Bag
from rules.polish_doubles.acts.sheet import Exchange as Exchange
from rules.polish_doubles.acts.sheet import Move as Move
from rules.polish_doubles.acts.sheet import Out as Out
from rules.polish_doubles.acts.sheet import Pass as Pass
from rules.polish_doubles.acts.sheet import RowAct as RowAct
from rules.polish_doubles.acts.table import Draw as Draw
from rules.polish_doubles.acts.table import Note as Note
from rules.polish_doubles.acts.table import OfTurn as OfTurn
from rules.polish_doubles.acts.table import Starters as Starters
from rules.polish_doubles.acts.table import Substitute as Substitute

ACTS = acts_in(table, clock, sheet, corrections, judging, ending)
