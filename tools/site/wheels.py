"""The Python of the page: Pyodide, and the wheels that it installs when it starts.

Read: `gather`, which makes the folder `static/pyodide` of a JupyterLite site.

- Pyodide comes from npm, pure wheels (`browser.txt`) from the package index that pip
  knows, the kernel's from its JupyterLab extension.
- NumPy and matplotlib are built for Pyodide, and no index has them. They come from the
  folder that the variable MINIGRAD_PYODIDE names, else from Pyodide's distribution.
  matplotlib may be missing: curves then show their text.
- The lock names these files and nothing else, so the page asks no other host.
- The page begins sooner without files that nothing reads (`lean`), and with bytecode
  (`bytecode`), which Pyodide makes in Node.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import urllib.request
import zipfile
from collections.abc import Mapping
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import (
    PYODIDE_KERNEL_NPM_NAME,
    PYODIDE_PYTHON_VERSION,
    PYODIDE_VERSION,
)

ROOT = Path(__file__).resolve().parents[2]
PURE = Path(__file__).with_name("browser.txt")
VARIABLE = "MINIGRAD_PYODIDE"
CACHE = ROOT / "build" / f"pyodide-{PYODIDE_VERSION}"
CORE = ["pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"]
CORE += ["python_stdlib.zip"]
LOCK = "pyodide-lock.json"
EXTENSIONS = Path(sysconfig.get_path("data"), "share", "jupyter", "labextensions")
KERNEL = EXTENSIONS / PYODIDE_KERNEL_NPM_NAME / "static" / "pypi"
KERNEL_WHEELS = ["ipykernel-6", "piplite", "pyodide_kernel", "widgetsnbextension-4"]


class Missing(RuntimeError):
    """What the site is made of cannot be had. Says what to do."""


def gather(folder: Path, course: Mapping[str, bytes]) -> None:
    """Fill `folder` with Pyodide, wheels and their lock. The files of `course` come in
    one wheel, by their place in it, which needs all the others."""
    folder.mkdir(parents=True)
    pyodide = CACHE / "package"
    if not all((pyodide / name).exists() for name in [*CORE, LOCK]):
        fetch_pyodide()
    for name in CORE:
        shutil.copy(pyodide / name, folder)
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    wheels = pure_wheels(pins()) + built_wheels(lock)
    for start in KERNEL_WHEELS:
        wheels += KERNEL.glob(f"{start}*.whl")
    for wheel in wheels:
        lean(wheel, folder / wheel.name)
    write_wheel(folder, "minigrad", course)
    # The kernel asks for it by name; there is none, and IPython does without.
    write_wheel(folder, "sqlite3", {"no_sqlite3.py": b""})
    write_lock(folder, lock)
    write_wheel(folder, "bytecode", bytecode(folder))
    write_lock(folder, lock)


def write_lock(folder: Path, lock: dict) -> None:
    """Write Pyodide's lock for the wheels in `folder`: minigrad needs all others."""
    rows = [entry(wheel) for wheel in sorted(folder.glob("*.whl"))]
    packages = {row["name"]: row for row in rows}
    packages["minigrad"]["depends"] = sorted({*packages} - {"minigrad"})
    text = json.dumps(lock | {"packages": packages})
    (folder / LOCK).write_text(text, encoding="utf-8")


# -- where they come from ---------------------------------------------------------


def run(command: list[str], what: str, failure: type[Exception] = Missing) -> None:
    try:
        subprocess.run(command, cwd=CACHE, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise Missing(f"{what} needs {command[0]}: install it.") from None
    except subprocess.CalledProcessError as error:
        said = (error.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise failure(f"{what} could not be had: {said}") from None


def fetch_pyodide() -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm") or "npm"  # on Windows npm.cmd, which needs its path
    run([npm, "pack", f"pyodide@{PYODIDE_VERSION}"], "Pyodide")
    with tarfile.open(CACHE / f"pyodide-{PYODIDE_VERSION}.tgz") as archive:
        archive.extractall(CACHE, filter="data")


def pins() -> list[str]:
    return PURE.read_text(encoding="utf-8").split()


def pure_wheels(pins: list[str]) -> list[Path]:
    """Pure wheels from the package index, downloaded once."""
    found = [wheel_of(pin, CACHE) for pin in pins]
    if not all(found):
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        pip += ["--only-binary=:all:", "--python-version", PYODIDE_PYTHON_VERSION]
        pip += ["--platform", "any", "--implementation", "py", "--abi", "none"]
        run([*pip, "--dest", str(CACHE), *pins], "The browser's packages")
        found = [wheel_of(pin, CACHE) for pin in pins]
    return found


def wheel_of(pin: str, folder: Path) -> Path | None:
    """The wheel of "six==1.17.0", or of any version of "six"; None if not there."""
    name, _, version = pin.partition("==")
    start = f"{name.replace('-', '_')}-{version or '*'}-*.whl"
    return next(iter(sorted(folder.glob(start))), None)


def built_wheels(lock: Mapping) -> list[Path]:
    """NumPy, and matplotlib with what it needs, where they can be had."""
    found = [built(lock["packages"]["numpy"])]
    pure = {pin.partition("==")[0] for pin in pins()}
    names = with_needs("matplotlib", lock["packages"], pure | {"numpy"})
    try:
        return found + [built(lock["packages"][name]) for name in names]
    except Missing as missing:
        print(f"Curves will show their text, without a picture: {missing}")
        return found


def with_needs(name: str, packages: Mapping, there: set[str]) -> list[str]:
    """A package and what it needs, but for what is there."""
    names = [name]
    for each in names:  # the list grows while it is read
        needs = (need for need in packages[each]["depends"] if need not in there)
        names += [need for need in needs if need not in names]
    return names


def built(row: Mapping) -> Path:
    """A wheel that was built for Pyodide, by its row of Pyodide's lock."""
    name = row["file_name"]
    if folder := os.environ.get(VARIABLE):
        if found := wheel_of(row["name"], Path(folder)):
            return found
        raise Missing(f"{name} is not in {folder}, the folder of {VARIABLE}.")
    found = CACHE / name
    if not found.exists():
        address = distribution() + name
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                content = answer.read()
        except OSError as error:
            raise Missing(
                f"{address} does not answer ({error}). {VARIABLE}=FOLDER names a "
                "folder that has this file."
            ) from None
        if hashlib.sha256(content).hexdigest() != row["sha256"]:
            raise Missing(f"{address} is not the file that Pyodide's lock names.")
        found.write_bytes(content)
    return found


def distribution() -> str:
    """The address of Pyodide's own distribution, which its loader knows."""
    loader = (CACHE / "package" / "pyodide.mjs").read_text(encoding="utf-8")
    found = re.search(r"(https://[^`\"']+?)\$\{\w+\}(/full/)", loader)
    return f"{found[1]}{PYODIDE_VERSION}{found[2]}"


# -- what makes the page begin sooner ---------------------------------------------

# What nothing in the page reads: NumPy's headers and its compiler for Fortran, and what
# jedi knows about Python 2, Django and packages that are not there.
UNREAD = re.compile(
    r"numpy/(f2py/|.*\.(h|a|pyi)$)"
    r"|jedi/third_party/(django-stubs/|typeshed/(third_party|stdlib/2)/)"
)
IN_NODE = """
import { readFileSync } from "node:fs";
const [address, folder, script, out] = process.argv.slice(1);
const { loadPyodide } = await import(address);
const env = { HOME: "/home/pyodide", MINIGRAD_WORK: "" };
const python = await loadPyodide({ indexURL: folder, packages: ["minigrad"], env });
python.mountNodeFS("/out", out);
python.runPython(readFileSync(script, "utf-8"));
"""


def lean(wheel: Path, to: Path) -> None:
    """Copy a wheel, compressed, without what nothing reads."""
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(to, "w") as new:
        for each in old.infolist():
            if not UNREAD.match(each.filename):
                new.writestr(each, old.read(each), zipfile.ZIP_DEFLATED)


def bytecode(folder: Path) -> dict[str, bytes]:
    """Bytecode of the packages in `folder`, by its place among them; that of the
    standard library is put into its archive."""
    with tempfile.TemporaryDirectory() as scratch:
        loader = (folder / "pyodide.mjs").resolve().as_uri()
        script = Path(__file__).with_name("bytecode.py")
        command = ["node", "--input-type=module", "--eval", IN_NODE, loader]
        command += [f"{folder.resolve()}/", str(script), scratch]
        run(command, "Bytecode", RuntimeError)  # no test is skipped for it
        shutil.copy(Path(scratch, "python_stdlib.zip"), folder)
        packages = Path(scratch, "packages")
        return {
            path.relative_to(packages).as_posix(): path.read_bytes()
            for path in sorted(packages.rglob("*.pyc"))
        }


# -- the course's own -------------------------------------------------------------


def write_wheel(folder: Path, name: str, files: Mapping[str, bytes]) -> None:
    """A wheel of these files. Its version changes with them: a browser keeps wheels."""
    digest = hashlib.sha256()
    for place, content in files.items():
        digest.update(place.encode() + hashlib.sha256(content).digest())
    version = f"0.1.0.post{int(digest.hexdigest()[:12], 16)}"
    info = f"{name}-{version}.dist-info"
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    kind = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{place},,\n" for place in [*files, f"{info}/RECORD"])
    texts = {"METADATA": about, "WHEEL": kind, "RECORD": record}
    with zipfile.ZipFile(
        folder / f"{name}-{version}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED
    ) as wheel:
        for place, content in files.items():
            wheel.writestr(zipfile.ZipInfo(place), content, zipfile.ZIP_DEFLATED)
        for place, text in texts.items():
            wheel.writestr(f"{info}/{place}", text)


def entry(wheel: Path) -> dict:
    """The row of a wheel in Pyodide's lock."""
    name, version = wheel.name.split("-")[:2]
    return {
        "name": name.lower().replace("_", "-"),
        "version": version,
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": [name],
        "depends": [],
        "unvendored_tests": False,
    }
