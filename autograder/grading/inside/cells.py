"""A notebook's cells, run by IPython without a kernel: no sockets, no frontend.

Read: `make_shell`, `Cells.run` (as a notebook runs a cell, with its outputs) and
`Cells.run_on` (statement by statement: one that fails does not keep the next from
running).

`run_on` is for views in which a piece of minigrad is missing. A student's line above
their piece, `x * x` say, works at home and fails there; the piece below it must be
defined all the same.
"""

import ast
import asyncio
import base64
import inspect
import sys

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

TEXT_CAP = 100_000  # characters of all texts of a cell
PICTURE_CAP = 2_000_000  # characters of a picture, in base64
PICTURES = 20  # of a cell
KEPT = ("text/plain", "image/png", "image/jpeg")


class Outputs(list):
    """What a cell shows, as nbformat's outputs, up to a cap."""

    def __init__(self) -> None:
        super().__init__()
        self.left, self.pictures = TEXT_CAP, PICTURES

    def text(self, name: str, text: str) -> None:
        """Something written to stdout or stderr."""
        text = self.cut(text)
        if not text:
            return
        if self and self[-1].get("name") == name:
            self[-1]["text"] += text
        else:
            self.append({"output_type": "stream", "name": name, "text": text})

    def data(
        self, kind: str, bundle: dict, about: object = None, **more: object
    ) -> None:
        """Something displayed: its text and its picture, with the width to show it in.
        HTML is left out: the judge would not take it."""
        data, metadata = {}, {}
        for mime in KEPT:
            value = bundle.get(mime)
            if isinstance(value, bytes):
                value = base64.b64encode(value).decode("ascii")
            if not isinstance(value, str):
                continue
            if mime.startswith("text/"):
                data[mime] = self.cut(value)
            elif len(value) <= PICTURE_CAP and self.pictures > 0:
                self.pictures -= 1
                data[mime] = value
                if width := _width(about, mime):
                    metadata[mime] = {"width": width}
        if data:
            self.append(
                {"output_type": kind, "metadata": metadata, "data": data, **more}
            )

    def cut(self, text: str) -> str:
        """As much of a text as is left to show."""
        text, before = text[: self.left], self.left
        self.left -= len(text)
        return text + "\n[cut off here]" * (0 == self.left < before)


def _width(about: object, mime: str) -> int:
    """The width in pixels that a picture asks for; 0 if it asks for none."""
    about = about.get(mime) if isinstance(about, dict) else None
    width = about.get("width") if isinstance(about, dict) else None
    return width if type(width) is int and 0 < width < 10_000 else 0


class _Stream:
    """stdout or stderr of the cells."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, shell: "Shell", name: str) -> None:
        self.shell, self.name = shell, name

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() needs a str, not {type(text).__name__}")
        self.shell.outputs.text(self.name, text)
        return len(text)

    def writelines(self, lines) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


class _Hook(DisplayHook):
    """The value of a cell's last expression becomes an output."""

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict, md_dict=None) -> None:
        self.shell.outputs.data(
            "execute_result", format_dict, md_dict, execution_count=self.prompt_count
        )

    def finish_displayhook(self) -> None:
        pass


class _Publisher(DisplayPublisher):
    """What is displayed becomes an output."""

    def publish(self, data, metadata=None, **others) -> None:
        self.shell.outputs.data("display_data", data, metadata)

    def clear_output(self, wait=False) -> None:
        self.shell.outputs.clear()


class Shell(InteractiveShell):
    """IPython without a terminal. `outputs` are those of the cell that runs."""

    displayhook_class, display_pub_class = Type(_Hook), Type(_Publisher)
    outputs = Outputs()

    def _showtraceback(self, etype, evalue, stb) -> None:
        self.outputs.append(
            {
                "output_type": "error",
                "ename": self.outputs.cut(str(getattr(etype, "__name__", etype))[:200]),
                "evalue": self.outputs.cut(_text_of(evalue)),
                "traceback": [self.outputs.cut(line) for line in stb],
            }
        )

    def enable_gui(self, gui=None) -> None:
        """There are no windows; figures are shown as pictures."""

    def init_sys_modules(self) -> None:
        """The notebook's names are those of `__main__`, as in a kernel."""
        sys.modules["__main__"] = self.user_module


def _text_of(error: object) -> str:
    try:
        return str(error)
    except Exception:
        return ""


def make_shell() -> Shell:
    """The shell in which all cells of a view run."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    shell = Shell.instance(config=config)
    sys.stdout, sys.stderr = _Stream(shell, "stdout"), _Stream(shell, "stderr")
    try:
        raise ValueError
    except ValueError:  # to tell of the first error takes long
        shell.InteractiveTB.structured_traceback(*sys.exc_info())
    return shell


class Cells:
    """The cells of a view."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def run(self, source: str) -> list[dict]:
        """Run a cell as a notebook does. Its outputs."""
        self.shell.outputs = Outputs()
        self.shell.run_cell(source, store_history=True)
        return list(self.shell.outputs)

    def run_on(self, source: str, name: str) -> None:
        """Run what of a cell can be run; nothing is shown."""
        self.shell.outputs = Outputs()
        try:
            text = self.shell.transform_cell(source)
            statements = ast.parse(text).body
        except SyntaxError:
            return
        for statement in statements:
            try:
                self._run_statement(statement, name)
            except KeyboardInterrupt:
                raise
            except BaseException:  # SystemExit too: a notebook goes on after it
                continue

    def _run_statement(self, statement: ast.stmt, name: str) -> None:
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        code = compile(ast.Module([statement], []), name, "exec", flags)
        result = eval(code, self.shell.user_ns)
        if inspect.iscoroutine(result):
            asyncio.run(result)
