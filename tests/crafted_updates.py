"""Files that begin as an update and go on as something that a reader of archives may take all memory for."""

import tarfile

HUGE = 800_000_000
SPARSE = b"S"


def header(name, size, kind=tarfile.REGTYPE):
    member = tarfile.TarInfo(name)
    member.size, member.type = size, kind
    return member.tobuf(tarfile.USTAR_FORMAT if size < 8 << 30 else tarfile.GNU_FORMAT)


def plain(name, content):
    return header(name, len(content)) + content + bytes(-len(content) % 512)


def huge(kind, name="x"):
    """One header that says that hundreds of megabytes belong to it; the file has them as a hole."""
    return header(name, HUGE, kind), HUGE


def link(target):
    member = tarfile.TarInfo("manifest.json")
    member.type, member.linkname = tarfile.SYMTYPE, target
    return member.tobuf(tarfile.USTAR_FORMAT)


SAID = b'{"product":"dvojtah"}'
SIGNED = plain("manifest.json", SAID) + plain("manifest.json.sig", b"no signature")
CRAFTED = {
    "an extended header": huge(tarfile.XHDTYPE),
    "an extended header for all": huge(tarfile.XGLTYPE),
    "Sun's extended header": huge(tarfile.SOLARIS_XHDTYPE),
    "a long name": huge(tarfile.GNUTYPE_LONGNAME),
    "a long link": huge(tarfile.GNUTYPE_LONGLINK),
    "a manifest": huge(tarfile.REGTYPE, "manifest.json"),
    "a sparse manifest": huge(SPARSE, "manifest.json"),
    "a manifest of no type that is known": huge(b"Z", "manifest.json"),
    "an endless manifest": (header("manifest.json", 1 << 60), 0),
    "a manifest of less than nothing": (
        header("manifest.json", 0)[:124] + b"\xff" * 12 + header("manifest.json", 0)[136:],
        0,
    ),
    "thousands of headers": ((header("x", 6, tarfile.XGLTYPE) + b"6 a=b\n".ljust(512, b"\0")) * 5000, 0),
    "a link": (link("/etc/passwd"), 0),
    "a device": (header("manifest.json", 0, tarfile.CHRTYPE), 0),
    "a long name before the signature": (plain("manifest.json", SAID) + header("x", HUGE, b"L"), HUGE),
    "a signature": (plain("manifest.json", SAID) + header("manifest.json.sig", HUGE), HUGE),
    "a payload": (SIGNED + header("payload.tar.xz", HUGE), HUGE),
    "an extended header before the payload": (SIGNED + header("x", HUGE, b"x"), HUGE),
    "half a header": (header("manifest.json", 20)[:300], 0),
    "half a manifest": (header("manifest.json", 2000) + b"{", 0),
    "a deep manifest": (plain("manifest.json", b"[" * 60000), 0),
    "a manifest of other types": (plain("manifest.json", b'{"product":[],"version":{},"size":"x"}'), 0),
}


def write(path, name):
    """Make one of them."""
    begin, hole = CRAFTED[name]
    with path.open("wb") as file:
        file.write(begin)
        file.truncate(len(begin) + hole)
    return path


PEAK = """
def peak():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
"""
"""Source of a function that answers how many kB this process has taken at most."""
