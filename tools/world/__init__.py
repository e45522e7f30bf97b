"""A deterministic simulation of whole evenings: one seed, one thread, the product unchanged on simulated parts.

- Time and threads: `scheduler`, `machine`, `stand_ins`, `loading` (which imports the product on them), `product`.
- The disk: `disk`, `volume`, `medium`, and `vfs` under SQLite.
- The network: `network`, `packets`, `broker` (Mosquitto), `client` and `outgoing` (paho's).
- The hall: `evening`, `table`, `people` with `players`, `phone`, `pods`, `organiser`, `backups`, `next_round`,
  `readers`, `kept_files`, `small_files`.
- The organiser's store: `event_stores`, `store_kinds`, and `postgresql` with its `server_troubles`.
- What goes wrong: `troubles`, `meetings`, `liars`. What must hold: `oracles`.
- Two versions of the program: `versions`.
- Its use: ``python -m tools.world``, `night`, `shrinking`; `faults` are planted to know that it sees.
"""
