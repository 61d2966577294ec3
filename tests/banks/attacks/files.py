"""Links, devices, huge and malformed files, path tricks in names, bad timestamps."""

import json
import os
import socket

from .kit import LEFT, SET, WON, attack


@attack(loses=True)
def a_link_instead_of_a_notebook(work):
    (work.folder / work.name).symlink_to("/etc/passwd")
    work.content = b""


@attack(loses=True)
def a_link_to_the_solutions(work):
    source = work.course / "solutions" / SET / f"{SET}.ipynb"
    (work.folder / work.name).symlink_to(source)
    work.content = b""


@attack(loses=True)
def a_folder_that_is_a_link(work):
    work.folder.rmdir()
    work.folder.symlink_to(work.course / "solutions" / SET)
    work.content = b""


@attack(loses=True)
def links_in_a_ring(work):
    (work.folder / work.name).symlink_to(work.folder / "other.ipynb")
    (work.folder / "other.ipynb").symlink_to(work.folder / work.name)
    (work.folder / "self").symlink_to(work.folder)
    work.content = b""


@attack
def links_beside_the_notebook(work):
    (work.folder / "passwd").symlink_to("/etc/passwd")
    (work.folder / "gradebook.db").symlink_to(work.course / "gradebook.db")
    (work.folder / "up").symlink_to("../..")
    (work.folder / "timestamp.txt").symlink_to("/dev/zero")


@attack(loses=True)
def a_pipe_instead_of_a_notebook(work):
    os.mkfifo(work.folder / work.name)
    os.mkfifo(work.folder / "timestamp.txt")
    work.content = b""


@attack(loses=True)
def a_socket_instead_of_a_notebook(work):
    here = os.getcwd()
    with socket.socket(socket.AF_UNIX) as link:
        os.chdir(work.folder)  # a path of a socket must be short
        link.bind(work.name)
        os.chdir(here)
    work.content = b""


@attack(loses=True)
def a_folder_instead_of_a_notebook(work):
    (work.folder / work.name).mkdir()
    work.content = b""


@attack(loses=True)
def a_file_of_a_terabyte(work):
    with open(work.folder / work.name, "wb") as file:
        os.truncate(file.fileno(), 10**12)
    work.content = b""


@attack(loses=True)
def a_huge_file_with_a_name_of_markup(work):
    """What cannot be read is named in the comment that the feedback shows."""
    for name in (
        "<img src=x onerror=alert(1)>.ipynb",
        "<script>alert(1)<script>.ipynb",
    ):
        with open(work.folder / name, "wb") as file:
            os.truncate(file.fileno(), 10**9)
    work.content = b""


@attack(loses=True)
def a_huge_file_whose_name_is_no_text(work):
    with open(os.fsencode(work.folder) + b"/\xff\xfe.ipynb", "wb") as file:
        os.truncate(file.fileno(), 10**9)
    work.content = b""


@attack
def a_name_that_is_no_text(work):
    path = os.fsencode(work.folder) + b"/\xff\n\x1b[2J.ipynb"
    with open(path, "wb") as file:
        file.write(json.dumps(work.notebook).encode())
    work.content = b""


@attack
def a_name_with_a_path(work):
    work.name = "..%2f..%2fsolutions%2fps2;$(touch x)`id`.ipynb"


@attack
def many_files_before_the_notebook(work):
    for number in range(1000):
        work.file(f"a{number:04}.txt")
    folder = work.folder
    for _ in range(60):
        folder = folder / "a"
    folder.mkdir(parents=True)


@attack(loses=True)
def nested_too_deeply(work):
    work.content = b'{"cells": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"


@attack(loses=True)
def a_number_of_millions_of_digits(work):
    work.content = b'{"cells": [' + b"9" * 3_000_000 + b"]}"


@attack(loses=True)
def millions_of_cells(work):
    work.content = b'{"cells": [' + b"{}," * 3_000_000 + b"{}]}"


@attack(loses=True)
def zeros(work):
    work.content = bytes(1_000_000)


@attack(loses=True)
def a_picture(work):
    work.content = b"\x89PNG\r\n\x1a\n" + os.urandom(1000)


@attack(loses=True)
def json_that_is_no_notebook(work):
    work.content = b'[1, 2, {"cells": "none"}]'


@attack(loses=True)
def infinity_as_a_format(work):
    work.content = b'{"nbformat": Infinity, "cells": {"a": NaN}, "worksheets": [[]]}'


@attack(loses=True)
def an_old_format_of_nonsense(work):
    work.content = json.dumps(
        {"nbformat": -3, "worksheets": [{"cells": [{"cell_type": [], "input": 4}]}]}
    ).encode()


@attack
def letters_that_are_none_in_attachments(work):
    work.cell("![a](attachment:\\ud800)", kind="markdown")
    notebook = json.loads(json.dumps(work.notebook))
    notebook["cells"][0]["source"] += "# \ud800"
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["attachments"] = {
                "\ud800": {"image/png": "AAAA"},
                "../../x.png": {"image/png": "\udfff", "image/svg+xml": "<svg/>"},
            }
    work.content = json.dumps(notebook).encode()


@attack
def a_time_in_the_future(work):
    work.file("timestamp.txt", "9999-12-31 23:59:59.999999 UTC")


@attack
def a_time_that_is_none(work):
    work.file("timestamp.txt", f"0001-01-01T00:00:00+23:59\n{LEFT}\x00{WON}")


@attack
def a_time_without_end(work):
    with open(work.folder / "timestamp.txt", "wb") as file:
        os.truncate(file.fileno(), 10**12)


@attack
def a_time_far_from_ours(work):
    """The time at which the file itself was changed."""
    work.hand_in()
    os.utime(work.folder / work.name, (10**12, 10**12))
    work.content = b""


@attack
def a_notebook_that_links_to_files(work):
    work.cell("![a](file:///etc/passwd) ![b](../../../gradebook.db)", kind="markdown")
    work["keep"].source = '<img src="http://example.org/t.gif"> ![](/etc/passwd)'
