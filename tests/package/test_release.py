"""A release: the same bytes whoever makes it, and nothing of the machine that made it."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import msgspec
import pytest
import yaml
from installer.versions import take

from tools import command_page
from tools.image import deb, licences, payload
from tools.image.said import Refused
from tools.release import __main__ as release
from tools.release import changelog, materials, python_packages, source

ROOT = Path(__file__).parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = DECLARED["project"]
EVERY_MODULE = """
import importlib, pkgutil, rules
for module in pkgutil.walk_packages(rules.__path__, "rules."): importlib.import_module(module.name)
"""


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """The tree as a commit of a repository of its own; two days later somebody has left a draft in the checkout."""
    folder = tmp_path_factory.mktemp("repository") / "checkout"
    take(ROOT, folder)
    for path in ROOT.iterdir():
        if path.is_file() and path.suffix in (".md", ".in", ".yaml", "") and path.name not in (".git", "PKG-INFO"):
            shutil.copy(path, folder)
    shutil.copytree(ROOT / ".github", folder / ".github")
    git = ["git", "-C", str(folder), "-c", "user.name=Builder", "-c", "user.email=builder@example.org"]
    when = {"GIT_AUTHOR_DATE": "1700000000 +0100", "GIT_COMMITTER_DATE": "1700000000 +0100"}
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "Everything"]):
        subprocess.run([*git, *command], check=True, env=os.environ | when)
    (folder / "device" / "draft.py").write_text("is_finished = False\n")
    return folder


def build_release(repository, folder, umask):
    """Wheel and source distribution, by somebody with that umask."""
    before = os.umask(umask)
    try:
        tree = folder / "tree"
        moment = source.lay_out("HEAD", tree, repository)
        files = [
            kind(tree, folder / "out", moment) for kind in (python_packages.make_sdist, python_packages.make_wheel)
        ]
    finally:
        os.umask(before)
    return {path.name: path for path in files}


def test_two_people_make_the_same_bytes_and_no_draft_comes_along(repository, tmp_path):
    mine = build_release(repository, tmp_path / "mine", 0o022)
    theirs = build_release(repository, tmp_path / "in" / "another" / "folder", 0o077)
    assert sorted(mine) == [f"dvojtah-{PROJECT['version']}-py3-none-any.whl", f"dvojtah-{PROJECT['version']}.tar.gz"]
    for name in mine:
        assert mine[name].read_bytes() == theirs[name].read_bytes(), name
    with zipfile.ZipFile(mine[f"dvojtah-{PROJECT['version']}-py3-none-any.whl"]) as wheel:
        names = wheel.namelist()
        metadata = wheel.read(f"dvojtah-{PROJECT['version']}.dist-info/METADATA").decode()
    assert set(re.findall("^Provides-Extra: (.+)$", metadata, re.MULTILINE)) == {
        "pi",
        "pi-legacy",
        "table",
        "organiser",
    }
    assert "](" + PROJECT["urls"]["Source"] + "/raw/v" in metadata, "pictures"
    assert re.findall(r"\]\((?!https?:|#)", metadata) == [], "a link that leads nowhere on an index"
    assert "device/locales/cs/LC_MESSAGES/dvojtah.mo" in names
    assert "device/draft.py" not in names
    with tarfile.open(mine[f"dvojtah-{PROJECT['version']}.tar.gz"]) as packed:
        members = packed.getmembers()
    inside = {member.name.partition("/")[2] for member in members}
    committed = ("git", "-C", str(repository), "ls-tree", "-r", "--name-only", "-z", "HEAD")
    wanted = set(subprocess.run(committed, check=True, capture_output=True, text=True).stdout.split("\0")) - {""}
    assert {"Makefile", "SECURITY.md", "samples/chess-clock.jsonl", "systemd/install"} <= wanted
    assert wanted <= inside, "tests and lint of who unpacks it find what they look at"
    assert {(member.mtime, member.uname, member.mode & 0o077) for member in members} <= {
        (1700000000, "", 0o055),
        (1700000000, "", 0o044),
    }


def test_rules_by_themselves_score_a_game_where_only_msgspec_is(tmp_path):
    wheels = [python_packages.make_rules_wheel(ROOT, tmp_path / place, 1700000000) for place in ("mine", "theirs")]
    assert wheels[0].read_bytes() == wheels[1].read_bytes()
    with zipfile.ZipFile(wheels[0]) as wheel:
        wheel.extractall(tmp_path / "site")
    (info,) = (tmp_path / "site").glob("dvojtah_rules-*.dist-info")
    metadata = (info / "METADATA").read_text(encoding="utf-8")
    needed = re.findall("^Requires-Dist: ([a-z-]+)", metadata, re.MULTILINE)
    assert needed == ["msgspec"]
    assert re.findall(r"\]\((?!https?:|#)", metadata) == [], "a link that leads nowhere on an index"
    shutil.copytree(Path(msgspec.__file__).parent, tmp_path / "site" / "msgspec")
    ten_lines = re.search(r"^```python\n(.*?)^```", metadata, re.MULTILINE | re.DOTALL)[1]
    program = f"import sys; sys.path.append({str(tmp_path / 'site')!r})\n{ten_lines}\n{EVERY_MODULE}"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "[32, 0]\n")


@pytest.mark.parametrize("lock", ["requirements.lock", "build.lock"])
def test_a_lock_names_no_host_and_has_a_hash_for_every_release(lock):
    text = (ROOT / "systemd" / lock).read_text(encoding="utf-8")
    assert "://" not in text
    releases = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert releases
    for text in releases:
        assert re.match(r"[a-z0-9-]+==\S+ \\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+$", text), text.partition("\n")[0]


def test_what_root_installs_is_the_lower_end_of_each_range_and_the_upper_is_the_next_major_release():
    extras = PROJECT["optional-dependencies"]
    for line in [*PROJECT["dependencies"], *extras["table"], *extras["organiser"]]:
        name, lower, upper = re.fullmatch(r"([\w.-]+)(?:\[\w+\])?>=([\w.]+),<(\d+)", line).groups()
        assert payload.locked()[payload.normal(name)] == lower
        assert int(lower.split(".")[0]) + 1 == int(upper), line


def test_what_builds_the_program_for_root_is_what_the_tests_build_with():
    pinned = dict(line.split("==") for line in DECLARED["dependency-groups"]["dev"] if "==" in line)
    builders = (ROOT / "systemd/build.lock").read_text(encoding="utf-8")
    assert dict(re.findall(r"^(\S+)==(\S+) ", builders, re.MULTILINE)) == {
        name: pinned[name] for name in ("setuptools", "babel")
    }


def library(site, name, about, terms=None):
    """An installed library."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{about}")
    if terms:
        (info / "LICENSE.txt").write_text(terms)
    files = [f"{info.name}/{path.name},," for path in info.iterdir()]
    (info / "RECORD").write_text("\n".join(files) + "\n")


def test_the_terms_of_everything_inside_lie_beside_it(tmp_path):
    library(tmp_path / "site", "Alpha", "License-Expression: MIT\n", "Copyright (c) 2024 Ada\n\nAs is.")
    library(tmp_path / "site", "pyserial", "License: UNKNOWN\nClassifier: License :: OSI Approved :: BSD License\n")
    library(tmp_path / "site", "dvojtah", "")
    first, second = licences.write(tmp_path / "site", tmp_path / "doc").split("\n\n")
    assert first.splitlines() == [
        "Files: usr/lib/dvojtah/Alpha-1.0.dist-info/*",
        "Copyright: 2024 Ada",
        "License: MIT",
        "Comment: Alpha 1.0",
    ]
    assert "Copyright: 2001-2020 Chris Liechti" in second, "whose wheel has no terms: they are kept here"
    assert (tmp_path / "doc/Alpha/LICENSE.txt").read_text().endswith("As is.")
    assert (tmp_path / "doc/pyserial/LICENSE.txt").exists()


def test_fonts_that_may_not_be_given_on_are_left_out_and_nothing_says_where_a_wheel_lay(tmp_path):
    wheel, info = tmp_path / "reportlab-1.0-py3-none-any.whl", "reportlab-1.0.dist-info"
    files = {
        "reportlab/__init__.py": "",
        "reportlab/fonts/arial.pfb": "All Rights Reserved",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: reportlab\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(wheel, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
        packed.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in (*files, f"{info}/RECORD")))
    payload.unpack(tmp_path / "site", [wheel], "trixie", "x86_64")
    listed = {line.split(",")[0] for line in (tmp_path / "site" / info / "RECORD").read_text().splitlines()}
    there = {
        path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*") if path.is_file()
    }
    assert listed == there
    assert there & set(files) == set(files) - {"reportlab/fonts/arial.pfb"}
    assert str(tmp_path) not in "".join(path.read_text() for path in (tmp_path / "site").rglob("*") if path.is_file())


@pytest.mark.parametrize(("about", "terms"), [("License-Expression: MIT\n", None), ("", "As is.")])
def test_a_library_that_does_not_say_its_terms_is_not_given_on(tmp_path, about, terms):
    library(tmp_path / "site", "beta", about, terms)
    with pytest.raises(Refused, match=r"beta 1\.0 does not say its terms"):
        licences.write(tmp_path / "site", tmp_path / "doc")


def of_the_lock(folder):
    """The libraries that a package brings, as they are installed here, in a folder of their own."""
    for name in payload.locked():
        about = distribution(name)
        for path in {path.parts[0] for path in about.files if path.parts[0] != ".."}:
            place = folder / path
            if not place.exists():
                place.symlink_to(about.locate_file(path))
    return folder


def test_every_library_that_is_locked_says_its_terms_and_debian_is_told_of_each(tmp_path):
    (tmp_path / "site").mkdir()
    text = licences.own(ROOT) + "\n" + licences.write(of_the_lock(tmp_path / "site"), tmp_path / "doc")
    named = {payload.normal(line.split(" ")[1]) for line in text.splitlines() if line.startswith("Comment: ")}
    assert named == {payload.normal(path.name) for path in (tmp_path / "doc").iterdir()} == set(payload.locked())
    assert "Reserved Font Name" in text, "the font of the OLEDs"
    assert "setuptools" not in named, "only what builds is not given on"


def test_the_bill_of_materials_has_all_that_lies_in_the_folder_and_what_others_made_within_it(tmp_path):
    site = of_the_lock(tmp_path)
    library(site, "outer", "License-Expression: MIT\n")
    library(site / "outer" / "_vendor", "inner", "License-Expression: ISC\n")
    record = site / "outer-1.0.dist-info/RECORD"
    record.write_text(record.read_text() + "outer/_vendor/inner-1.0.dist-info/METADATA,,\n")
    parts = json.loads(materials.bill_of(site, "0.2.0", 1700000000))["components"]
    within = {part["name"]: {component["name"] for component in part.get("components", ())} for part in parts}
    assert {payload.normal(name) for name in within} == {*payload.locked(), "outer", "terminus-font"}
    for folder in site.glob("*.libs"):
        (owner,) = [names for names in within.values() if names & {path.name for path in folder.iterdir()}]
        assert {path.name for path in folder.iterdir()} <= owner
    assert within["outer"] == {"inner"}
    assert "openssl" in within["cryptography"], "as its own bill says"


def test_the_bill_of_materials_is_the_same_tomorrow(tmp_path):
    library(tmp_path, "Alpha", "License-Expression: MIT\n")
    library(tmp_path, "beta_two", "License: ISC\n")
    library(tmp_path, "dvojtah", "")
    bill = json.loads(text := materials.bill_of(tmp_path, "0.2.0", 1700000000))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert {part.get("purl") for part in bill["components"]} == {"pkg:pypi/alpha@1.0", "pkg:pypi/beta-two@1.0", None}
    assert bill["metadata"]["component"]["version"] == "0.2.0"
    assert text == materials.bill_of(tmp_path, "0.2.0", 1700000000)
    library(tmp_path, "gamma", "License: ISC\n")
    assert json.loads(materials.bill_of(tmp_path, "0.2.0", 1700000000))["serialNumber"] != bill["serialNumber"]


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs openssh-client")
def test_a_changed_file_or_list_does_not_pass_the_check_that_the_page_names(tmp_path):
    key, folder = tmp_path / "key", tmp_path / "out"
    folder.mkdir()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "allowed").write_text("dvojtah " + key.with_suffix(".pub").read_text())
    (folder / "a.whl").write_bytes(b"one")
    release.seal(folder, key)
    verify = ["ssh-keygen", "-q", "-Y", "verify", "-f", tmp_path / "allowed", "-I", "dvojtah", "-n", release.NAMESPACE]

    def passes():
        signed = (folder / release.SUMS).read_bytes()
        checked = subprocess.run([*verify, "-s", folder / "SHA256SUMS.sig"], input=signed, check=False)
        return (
            not checked.returncode
            and not subprocess.run(
                ["sha256sum", "--quiet", "--check", release.SUMS], cwd=folder, check=False, stderr=subprocess.DEVNULL
            ).returncode
        )

    assert passes()
    (folder / "a.whl").write_bytes(b"two")
    assert not passes()
    release.seal(folder, None)
    assert not passes()


def test_a_release_is_not_mixed_with_another(tmp_path):
    (tmp_path / "old.whl").touch()
    with pytest.raises(Refused, match="not empty"):
        release.make("HEAD", tmp_path, (), (), None, tmp_path)


def test_a_byte_that_differs_and_a_file_that_is_missing_are_named(tmp_path):
    for folder, content in (("one", b"a"), ("other", b"b")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same").write_bytes(b"same")
        (tmp_path / folder / "changed").write_bytes(content)
    (tmp_path / "other" / "more").touch()
    assert release.differences(tmp_path / "one", tmp_path / "other") == ["changed", "more"]


def test_the_page_of_a_release_is_its_part_of_the_changelog(capsys):
    text = "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2026-11-22)\n\n- this\n\n## 0.1.0\n\nThe first.\n"
    assert changelog.part_of(text, "v0.2.0") == "- this\n"
    assert changelog.part_of(text, "0.1.0") == "The first.\n"
    with pytest.raises(Refused):
        changelog.part_of(text, "0.2")
    assert changelog.main([f"v{PROJECT['version']}"]) == 0
    assert "**At the table**" in capsys.readouterr().out


@pytest.mark.parametrize("flow", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_workflows_call_the_make_targets_and_modules_that_are_there(flow):
    jobs = yaml.safe_load(flow.read_text(encoding="utf-8"))["jobs"].values()
    lines = [line for job in jobs for step in job["steps"] for line in step.get("run", "").splitlines()]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    called = {word for line in lines for word in re.findall(r"(?:^|&& )make ([a-z-]+)", line)}
    assert called
    assert called <= targets
    for module in re.findall(r"python -m (tools[\w.]+)", "\n".join(lines)):
        assert subprocess.run([sys.executable, "-c", f"import {module}"], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize(
    "form", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[ab]*.yml")), ids=lambda path: path.stem
)
def test_forms_of_issues_ask_in_both_languages(form):
    asked = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert " · " in asked["name"]
    assert all(" · " in part["attributes"]["label"] for part in asked["body"])
    assert len({part["id"] for part in asked["body"]}) == len(asked["body"])


def test_the_debian_package_brings_completion_and_a_manual_page_without_anybodys_settings(tmp_path, monkeypatch):
    (tmp_path / "dvojtah").mkdir()
    (tmp_path / "dvojtah" / "settings.toml").write_text("palette = 3")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    pages = deb.printed(ROOT, tmp_path / "nowhere", 1_700_000_000)
    monkeypatch.setenv("COLUMNS", "200")
    assert deb.printed(ROOT, tmp_path / "elsewhere", 1_700_000_000) == pages
    assert {*pages} == {*deb.COMPLETIONS.values(), deb.MANUAL}
    page = gzip.decompress(pages.pop(deb.MANUAL)).decode()
    for text in (page, *map(bytes.decode, pages.values())):
        assert "standings" in text
        assert str(ROOT) not in text
    commands = re.findall(r"^\.SS \\fB(dvojtah .*)\\fR$", page, re.MULTILINE)
    assert [command.replace("\\-", "-") for command in commands] == [
        words for words, _ in command_page.listed(command_page.parser())
    ]
    usages = re.findall(r"^usage: .*\n(.*)\n", page, re.MULTILINE)
    assert len(usages) == len(commands)
    assert not any(usages), "each on a line of its own, for Python 3.13 breaks lines elsewhere"
    assert page.count("settings file (TOML)") == 1, "the options of every command stand there once"
    assert "2023\\-11\\-14" in page.partition("\n")[0]
