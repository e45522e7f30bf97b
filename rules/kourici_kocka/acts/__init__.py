"""Everything that somebody can do in a game of Kouřící kočka, act by act."""

from rules.acts import Act
from rules.kourici_kocka.acts.rounds import Confirm as Confirm
from rules.kourici_kocka.acts.rounds import Correct as Correct
from rules.kourici_kocka.acts.rounds import Lost as Lost
from rules.kourici_kocka.acts.rounds import Misdeal as Misdeal
from rules.kourici_kocka.acts.rounds import Points as Points
from rules.kourici_kocka.acts.rounds import Renonc as Renonc
from rules.kourici_kocka.acts.rounds import Taken as Taken
from rules.kourici_kocka.acts.rounds import ThrowIn as ThrowIn
from rules.kourici_kocka.acts.table import Deal as Deal
from rules.kourici_kocka.acts.table import FirstDealer as FirstDealer
from rules.kourici_kocka.acts.table import GoOn as GoOn
from rules.kourici_kocka.acts.table import Halt as Halt
from rules.kourici_kocka.acts.table import Note as Note
from rules.kourici_kocka.acts.table import Passed as Passed
from rules.kourici_kocka.acts.table import Reopen as Reopen
from rules.kourici_kocka.acts.table import Sign as Sign
from rules.kourici_kocka.acts.table import Substitute as Substitute

ACTS: tuple[type[Act], ...] = (
    FirstDealer,
    Deal,
    Misdeal,
    Passed,
    Taken,
    Points,
    Lost,
    ThrowIn,
    Confirm,
    Correct,
    Renonc,
    Halt,
    GoOn,
    Substitute,
    Note,
    Sign,
    Reopen,
)
