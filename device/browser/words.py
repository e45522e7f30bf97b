"""What the pages of a table in a browser say, in the language spoken now."""

from __future__ import annotations

from device.common.i18n import entry, t


def page_words() -> dict[str, str]:
    """The words of the page, by the name that its script knows; what stands in ``{}`` the script fills in."""
    return {
        "lang": entry().tag,
        "title": "Dvojtah",
        "lost": t("No connection since {time}. The clock goes on at the table.", time="{time}"),
        "again": t("It reconnects by itself."),
        "code": t("Code of this table"),
        "code_where": t("It is on the start page of the computer that runs the table."),
        "enter": t("Come in"),
        "wrong": t("This is not the code of this table."),
        "wait": t("Too many wrong codes. Wait for a minute."),
        "crowd": t("Too many browsers are looking at this table. Close one of them."),
        "elsewhere": t("This table is open in another tab."),
        "here": t("Go on here"),
        "looks_on": t("You are only watching; touches do nothing."),
        "free": t("Nobody is playing; you are only watching."),
        "play": t("Play here"),
        "sure": t("Somebody is playing in another browser. Play here instead?"),
        "yes": t("Yes, play here"),
        "no": t("No"),
        "menu": t("Page"),
        "full": t("Full screen"),
        "small": t("Leave full screen"),
        "displays": t("Small displays"),
        "invite": t("Invite others"),
        "table": t("The table"),
        "a": t("Left button"),
        "b": t("Right button"),
        "buttons": t("A telephone can be a clock button, one on each side."),
        "invite_how": t("Scan it with a telephone, or type the address and the code."),
        "install": t("Keep as an app"),
        "late": t("A press on this page counts when it arrives, the last one at most {ms} ms late.", ms="{ms}"),
        "trust": t("If the browser warned about this page, give it this certificate:"),
        "certificate": t("Certificate"),
        "stays_on": t("This screen stays on by itself."),
        "goes_dark": t("This browser cannot keep the screen on: let the telephone go dark later (settings, display)."),
        "touch_for_sound": t("The first touch switches the sound on."),
        "watchers": t("Watching: {n}", n="{n}"),
        "close": t("Close"),
        "left": t("Left display"),
        "right": t("Right display"),
        "picture": t("The table's screen"),
        "old": t("This browser is too old to show a table; use a newer one."),
        "no_script": t("This page needs JavaScript."),
    }
