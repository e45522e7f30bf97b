"""A device as the doctor finds it: chips, displays, units and programs that say just what a test wants."""

from device import doctor
from device.common import i18n


def display(folder, driver, status):
    """/sys/class/drm with one display."""
    (folder / "drivers" / driver).mkdir(parents=True)
    (folder / "card1/device").mkdir(parents=True)
    (folder / "card1/device/driver").symlink_to(folder / "drivers" / driver)
    (folder / "card1-DSI-1").mkdir()
    (folder / "card1-DSI-1/status").write_text(f"{status}\n")
    (folder / "card1-DSI-1/modes").write_text("800x480\n640x480\n" if status == "connected" else "")
    return folder


def input_device(folder, dev, event, name, *, properties="0", rel="0"):
    """An input device as sysfs shows it, and its node."""
    (folder / event / "device" / "capabilities").mkdir(parents=True)
    (folder / event / "device" / "name").write_text(name + "\n")
    (folder / event / "device" / "properties").write_text(properties + "\n")
    (folder / event / "device" / "capabilities" / "rel").write_text(rel + "\n")
    (dev / "input").mkdir(exist_ok=True)
    (dev / "input" / event).touch()


def unit(active, sub, enabled="enabled", loaded="loaded", restarts=0, result="success"):
    """What `systemctl show` answers."""
    return (
        f"LoadState={loaded}\nActiveState={active}\nSubState={sub}\nUnitFileState={enabled}\n"
        f"NRestarts={restarts}\nResult={result}"
    )


def programs(folder, monkeypatch, **outputs):
    """Programs of the system that say just that."""
    place = folder / "bin"
    place.mkdir(exist_ok=True)
    for name, text in outputs.items():
        (place / name).write_text(f"#!/bin/sh\ncat <<'E'\n{text}\nE\n")
        (place / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")


def ill(settings, trouble=None):
    """What is not well, by part, as people read it in English."""
    i18n.use("en")
    findings = doctor.examine(settings, trouble)
    for finding in findings:
        assert i18n.tr(finding.text)
    return {finding.part: i18n.tr(finding.text) for finding in findings if not finding.ok}
