"""`nbgrader zip_collect` with the times of what was handed in.

nbgrader gives every file the time at which it was unpacked. Here a file has the time
that its archive has, and `timestamp.txt` says so, unless the file's name tells a time
(`(?P<timestamp>…)` in the pattern). nbgrader_config.py names both classes.
"""

import os
import struct
import time
import zipfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin

UNIX_TIME = 0x5455  # the kind of an extra field that holds a time in UTC


class Archives(ExtractorPlugin):
    """Unpacks archives, and gives files the times that they have in there."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        super().extract(archive_path, extracted_path)
        for path in Path(archive_path).rglob("*"):
            to = Path(extracted_path, path.relative_to(archive_path))
            if path.suffix == ".zip":
                stamp(path, to.with_suffix(""))
            elif path.is_file() and to.is_file():
                os.utime(to, (path.stat().st_mtime,) * 2)
        for path in Path(extracted_path).rglob("*.zip"):  # archives in archives
            stamp(path, path.with_suffix(""))


def stamp(archive: Path, folder: Path) -> None:
    """Give what was unpacked into a folder the times of the archive."""
    with suppress(zipfile.BadZipFile), zipfile.ZipFile(archive) as opened:
        for info in opened.infolist():
            to, when = folder / info.filename, time_of(info)
            if when and to.is_file() and folder.resolve() in to.resolve().parents:
                os.utime(to, (when, when))


def time_of(info: zipfile.ZipInfo) -> float | None:
    """When a file in an archive was changed, in seconds; None if it does not say.

    Most archives tell the time of a clock without its zone: this machine's is taken.
    """
    extra = info.extra
    while len(extra) >= 9:
        kind, size, known, when = struct.unpack_from("<HHBi", extra)
        if kind == UNIX_TIME and known & 1:
            return float(when)
        extra = extra[4 + size :]
    with suppress(ValueError, OverflowError):
        if info.date_time > (1980, 1, 1, 0, 0, 0):
            return time.mktime((*info.date_time, 0, 0, -1))
    return None


class Names(FileNameCollectorPlugin):
    """Reads file names by the pattern, and times off the files where it has none."""

    def collect(self, submitted_file: str) -> dict | None:
        found = super().collect(submitted_file)
        if found and not found.get("timestamp"):
            when = datetime.fromtimestamp(os.stat(submitted_file).st_mtime, UTC)
            found["timestamp"] = f"{when:%Y-%m-%d %H:%M:%S} UTC"
        return found
