"""Machines of an evening that run an earlier version of the program, and are upgraded or taken back meanwhile.

- `trees`: which earlier states there are, and their sources out of the repository's history.
- `copies`: imports such a source beside the present one, on the simulated modules.
- `program`: what a machine runs: the present program, or an earlier one (`earlier`, with `earlier_table`), which speaks
  to the hall as the present one does.
- `cases`: who begins with what, and what is changed; `changes` does it. `next_version`: what a next one may change.

Machines talk by bytes alone, and leave files; no object of one version comes into another.
"""
