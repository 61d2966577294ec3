"""Run a program written for PyTorch on minigrad.

usage: python -m minigrad FILE [ARGUMENT ...]
       python -m minigrad -m MODULE [ARGUMENT ...]

FILE or MODULE runs as Python would run it, but `import torch` and its submodules
(torch.nn, torch.optim, torch.utils.checkpoint ...) give minigrad. What minigrad does
not have is an ImportError or an AttributeError that names it; PyTorch itself is never
loaded.

options:
  -h, --help  show this text
  -m MODULE   run a module by its name, found as Python finds it
"""

import os
import runpy
import sys
from types import TracebackType

from .aliasing import alias


def main(arguments: list[str]) -> None:
    """Do what the command line says; the program's own errors go through."""
    first = arguments[0] if arguments else None
    if first in ("-h", "--help"):
        print(__doc__.strip())
    elif first is None or first.startswith("-") and first != "-m":
        _stop(__doc__.strip().partition("\n\nFILE")[0])
    elif first == "-m" and len(arguments) == 1:
        _stop("Argument expected for the -m option")
    else:
        try:
            alias()
        except ImportError as error:
            _stop(str(error))
        sys.excepthook = _show_error
        (_run_module if first == "-m" else _run_file)(arguments)


def _run_file(arguments: list[str]) -> None:
    path = arguments[0]
    if not os.path.exists(path):
        _stop(f"can't open file '{os.path.abspath(path)}': no such file")
    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    runpy.run_path(path, run_name="__main__")


def _run_module(arguments: list[str]) -> None:
    sys.argv = arguments[1:]
    runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)


def _stop(text: str) -> None:
    print(f"minigrad: {text}" if "usage" not in text else text, file=sys.stderr)
    raise SystemExit(2)


def _show_error(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print an error as Python does, from the program's first line on."""
    while trace is not None and _is_launcher(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    sys.__excepthook__(kind, error.with_traceback(trace), trace)


def _is_launcher(filename: str) -> bool:
    return filename in (__file__, runpy.__file__, "<frozen runpy>")


if __name__ == "__main__":
    main(sys.argv[1:])
