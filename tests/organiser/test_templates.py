"""Templates are compiled once in a process; each environment still has its own clock, each folder its own text."""

from device.common.web.templates import environment


def drawn(folder, **more):
    env = environment(folder)
    env.globals.update(more)
    return env.get_template("own.html").render()


def test_environments_that_share_a_template_keep_their_own_globals(tmp_path):
    (tmp_path / "own.html").write_text("{{ base }}: {{ '<' }}")
    assert drawn(tmp_path, base="/one/") == "/one/: &lt;"
    assert drawn(tmp_path, base="/two/") == "/two/: &lt;"


def test_a_template_whose_text_has_changed_is_compiled_anew(tmp_path):
    for text in ("before", "after"):
        (tmp_path / "own.html").write_text(text)
        assert drawn(tmp_path) == text


def test_templates_of_one_name_in_two_folders_are_two(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.html").write_text(name)
    assert [drawn(tmp_path / name) for name in ("one", "two", "one")] == ["one", "two", "one"]
