"""PostgreSQL as the organiser's store uses it: a server on a machine of its own, and the driver in psycopg's place.

Rows lie in an SQLite database in memory (`rows`), and what makes PostgreSQL another store than SQLite is modelled over
it: sessions and their transactions (`session`), advisory locks (`locks`), notifications, a server that restarts,
crashes, is full or read-only (`server`), and connections over the simulated network (`driver`, `messages`). A statement
that the product does not use is an error of the simulation.

`tests/world/test_postgresql.py` runs the same cases on this model and on PostgreSQL.
"""
