"""Everything that somebody can do in a game of Polyssimo, act by act."""

from rules.acts import Act
from rules.polyssimo.acts.ending import Correct as Correct
from rules.polyssimo.acts.ending import Dispute as Dispute
from rules.polyssimo.acts.ending import Note as Note
from rules.polyssimo.acts.ending import Outcome as Outcome
from rules.polyssimo.acts.ending import Reopen as Reopen
from rules.polyssimo.acts.ending import Sign as Sign
from rules.polyssimo.acts.picking import Begin as Begin
from rules.polyssimo.acts.picking import Pick as Pick
from rules.polyssimo.acts.placing import Place as Place
from rules.polyssimo.acts.placing import Stand as Stand

ACTS: tuple[type[Act], ...] = (Pick, Begin, Place, Stand, Outcome, Correct, Note, Dispute, Sign, Reopen)
