"""Every command that a page has people type is run by the twin, or stands in its list with the reason why not."""

from __future__ import annotations

from tests.lab.twin.commands import CommandList, all_commands, of_page, of_sentences, read


def test_each_command_of_the_pages_is_run_or_has_a_reason_and_each_listed_one_stands_on_a_page():
    pages, listed = all_commands(), [*read()]
    missing = {command: files for command, files in pages.items() if command not in listed}
    assert missing == {}, "into tests/lab/twin/commands.toml: under [twin] or [system], or under [not] with a reason"
    assert [command for command in listed if command not in pages] == [], "on no page any more"
    assert len(listed) == len(set(listed))


def test_commands_are_found_in_blocks_in_sentences_and_in_what_the_program_says():
    page = (
        "Type `sudo dvojtah\ndoctor` or\n```\ncd dvojtah\nmake run   # it starts\nlamp_a = 0\n```\n`dvojtah`, `gpio`\n"
    )
    assert [*of_page(page)] == ["cd dvojtah", "make run", "sudo dvojtah doctor"]
    assert [*of_sentences('msg("It is off; sudo systemctl start dvojtah.")')] == ["sudo systemctl start dvojtah"]


def test_an_entry_says_what_is_typed_what_it_answers_and_when_it_is_ended():
    text = """
[installation]
commands = ["cd dvojtah"]
[twin]
"dvojtah pods" = "A"
[system]
"dvojtah replay FILE" = { as = "dvojtah replay x", status = 1, until = "http" }
[not]
"too long" = ["make world HOURS=8"]
"""
    listed = CommandList(text)
    assert [*listed] == ["cd dvojtah", "dvojtah pods", "dvojtah replay FILE", "make world HOURS=8"]
    assert (listed.twin[0].typed, listed.twin[0].says) == ("dvojtah pods", "A")
    run = listed.system[0]
    assert (run.typed, run.status, run.until) == ("dvojtah replay x", 1, "http")
