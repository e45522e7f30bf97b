"""What the organiser of an event runs: ingest and announcer here, the rest in its folders.

It shares `rules/` and the event vocabulary (`device.event`) with the tables, and no screen code. Its parts need the
extra ``organiser`` (docs/event.md).
"""
