"""Everything that somebody can do at a table of mariáš, act by act."""

from rules.acts import Act
from rules.marias.acts.deals import Annul as Annul
from rules.marias.acts.deals import Correct as Correct
from rules.marias.acts.deals import Deal as Deal
from rules.marias.acts.deals import Dealer as Dealer
from rules.marias.acts.deals import Dealt as Dealt
from rules.marias.acts.rounds import BreakTime as BreakTime
from rules.marias.acts.rounds import EndRound as EndRound
from rules.marias.acts.rounds import EndTable as EndTable
from rules.marias.acts.rounds import Pause as Pause
from rules.marias.acts.rounds import Resume as Resume
from rules.marias.acts.rounds import RoundPowerLoss as RoundPowerLoss
from rules.marias.acts.rounds import RoundTime as RoundTime
from rules.marias.acts.rounds import SetTime as SetTime
from rules.marias.acts.rounds import StartRound as StartRound
from rules.marias.acts.table import Closing as Closing
from rules.marias.acts.table import Expel as Expel
from rules.marias.acts.table import Note as Note
from rules.marias.acts.table import RefereeCall as RefereeCall
from rules.marias.acts.table import RefereeDone as RefereeDone
from rules.marias.acts.table import Seats as Seats
from rules.marias.acts.table import Sign as Sign
from rules.marias.acts.table import TopUp as TopUp
from rules.marias.acts.table import Warn as Warn

ACTS: tuple[type[Act], ...] = (
    RoundTime,
    BreakTime,
    Seats,
    StartRound,
    Dealer,
    Dealt,
    Deal,
    Correct,
    Annul,
    TopUp,
    Warn,
    Expel,
    RefereeCall,
    RefereeDone,
    Note,
    Pause,
    Resume,
    RoundPowerLoss,
    SetTime,
    EndRound,
    EndTable,
    Closing,
    Sign,
)
