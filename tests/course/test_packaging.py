"""The lists of what is installed agree with each other, and the tree is linted."""

import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.parse

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.launcher.installer import NEWS, TORCH

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
BASE = PROJECT["project"]["dependencies"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
# What conda-forge names otherwise, and what only it lists.
CONDA_NAMES = {"matplotlib-base": "matplotlib"}
CONDA_ONLY = {"python", "pip"}


def by_name(lines: list[str]) -> dict[str, Requirement]:
    """Requirements by PyPI's normal form of their names."""
    requirements = map(Requirement, lines)
    return {canonicalize_name(one.name): one for one in requirements}


def conda_lines() -> list[str]:
    """environment.yml as pip would write it, the part for pip included."""
    lines = []
    for entry in CONDA["dependencies"]:
        for line in entry["pip"] if isinstance(entry, dict) else [entry]:
            name = re.match(r"[\w-]+", line)[0]
            if name not in CONDA_ONLY:
                lines.append(CONDA_NAMES.get(name, name) + line[len(name) :])
    return lines


def needs_of_torch() -> set[str]:
    needs = map(Requirement, importlib.metadata.requires("torch"))
    return {canonicalize_name(need.name) for need in needs if not need.marker}


def run_tool(*arguments: str) -> None:
    """Run a Python tool in the tree; what it complains about is the failure."""
    command = [sys.executable, "-m", *arguments]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("extra", ["base", *EXTRAS])
def test_the_lock_pins_what_pyproject_asks_for(extra) -> None:
    pins = [Requirement(line) for line in LOCK.splitlines()]
    for name, asked in by_name(EXTRAS.get(extra, BASE)).items():
        found = [pin for pin in pins if canonicalize_name(pin.name) == name]
        assert found, f"{name} is not in requirements.lock"
        for pin in found:
            version = str(pin.specifier).removeprefix("==")
            assert asked.specifier.contains(version), f"{asked} but {pin}"


def test_the_lock_pins_every_version_and_names_no_host() -> None:
    for line in LOCK.splitlines():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; [\w .*<>=!'()]+)?", line), line


def test_torch_and_what_only_it_needs_stay_out_of_the_lists() -> None:
    pins = by_name(LOCK.splitlines())
    assert not {name for name in pins if name.startswith(("torch", "nvidia"))}
    assert not {"sympy", "networkx", "mpmath"} & set(pins)  # dask needs fsspec, too
    asked = [line for lines in (BASE, *EXTRAS.values()) for line in lines]
    assert "torch" not in by_name(asked)


def test_minigrad_itself_needs_numpy_only() -> None:
    assert BASE == ["numpy>=2.0"]


def test_conda_gets_what_pyproject_asks_for() -> None:
    lists = [EXTRAS[name] for name in ("viz", "io", "course", "setup")]
    asked = by_name([line for lines in (BASE, *lists) for line in lines])
    conda = by_name(conda_lines())
    assert set(asked) == set(conda) - (needs_of_torch() - set(asked))
    for name, requirement in asked.items():
        assert conda[name].specifier == requirement.specifier


def test_conda_brings_what_torch_needs_and_post_build_brings_torch() -> None:
    assert needs_of_torch() <= set(by_name(conda_lines()))
    script = (ROOT / "postBuild").read_text(encoding="utf-8")
    assert f'torch="{TORCH}"' in script
    local, other = script.index("--no-index --no-deps"), script.index("--torch-backend")
    assert local < other
    assert "--no-deps --no-build-isolation --editable ." in script
    assert f'jupyter labextension disable "{NEWS}"' in script
    assert os.access(ROOT / "postBuild", os.X_OK)


def test_one_line_of_post_build_decides_about_torch(program, tmp_path) -> None:
    """Run as far as torch, with installers that only print."""
    script = (ROOT / "postBuild").read_text(encoding="utf-8")
    script = script[: script.index("python -m pip install --no-cache-dir")]
    tools = "python() { echo python $*; }\n"
    for folder, answer in ("minigrad", "no"), ("torch", "yes"):
        course = tmp_path / folder / "course"
        shutil.copytree(ROOT / "course", course)
        path = tmp_path / folder / "postBuild"
        path.write_text(
            tools + script.replace("with_torch=no\n", f"with_torch={answer}\n")
        )
        command = [program("bash"), path]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        assert (TORCH in ended.stdout) == (answer == "yes")
        for lecture in sorted(course.glob("0[1-9]*.ipynb")):
            cells = json.loads(lecture.read_text(encoding="utf-8"))["cells"]
            (source,) = ("".join(c["source"]) for c in cells if c["id"] == "library")
            assert (
                source
                == f"import {'torch' if answer == 'yes' else 'minigrad as torch'}"
            )


def test_the_links_to_binder_a_hub_and_errata_are_whole() -> None:
    repository = PROJECT["project"]["urls"]["Repository"].split("/", 3)[3]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert (
        f"\n[binder]: https://mybinder.org/v2/gh/{repository}/HEAD?urlpath=" in readme
    )
    issues = PROJECT["project"]["urls"]["Issues"]
    assert issues == f"{PROJECT['project']['urls']['Repository']}/issues"
    teaching = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    assert f"\n[issues]: {issues}\n" in readme and f"]({issues})" in teaching
    text = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
    links = re.findall(r"https://\S+[?]\S*urlpath=\S+", text + readme)
    assert len(links) == 4
    for link in map(urllib.parse.urlsplit, links):
        query = urllib.parse.parse_qs(link.query, strict_parsing=True)
        place = query["urlpath"][0].removeprefix("lab/tree/").removeprefix("REPO/")
        assert (ROOT / place.replace("my_work", "exercises")).exists(), place
        if "git-pull" in link.path:
            assert query["repo"] == ["https://github.com/OWNER/REPO"]
            assert query["branch"] == ["main"]


def test_this_environment_has_the_torch_of_the_rule() -> None:
    version = importlib.metadata.version("torch")
    assert Requirement(TORCH).specifier.contains(version)


def test_conda_has_the_python_that_binder_has() -> None:
    assert "python=3.11" in CONDA["dependencies"]
    assert PROJECT["project"]["requires-python"] == ">=3.11"


def test_binder_picks_environment_yml(program) -> None:
    command = [program("jupyter-repo2docker"), "--no-build", "--debug", str(ROOT)]
    recipe = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = (recipe.stdout + recipe.stderr).splitlines()
    assert any("env update" in line and '"environment.yml"' in line for line in lines)
    assert "RUN ./postBuild" in lines


def test_the_tree_is_linted() -> None:
    run_tool("ruff", "check", "--no-cache", ".")


def test_the_tree_is_formatted() -> None:
    run_tool("ruff", "format", "--no-cache", "--check", ".")


@pytest.mark.parametrize("script", [".ci/run", "postBuild"])
def test_the_scripts_for_ci_and_binder_parse(script, program) -> None:
    subprocess.run([program("bash"), "-n", ROOT / script], check=True)


def workflow(name: str) -> tuple[dict, dict[str, list[str]]]:
    """The jobs of a workflow, and the commands of each."""
    text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    return jobs, {
        name: [step["run"] for step in job["steps"] if "run" in step]
        for name, job in jobs.items()
    }


def test_the_workflows_run_what_ci_and_the_readme_say() -> None:
    """Nothing has run them but this reading: README.md says so."""
    jobs, commands = workflow("tests.yml")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert commands["debian"][-1] == ".ci/run ${{ matrix.part }}"
    parts = jobs["debian"]["strategy"]["matrix"]["part"]
    assert len(parts) == 3
    for part in parts:
        assert f"\n{part}) tests=" in script
    assert commands["other-systems"] == ["${{ matrix.python }} start.py test"]
    systems = jobs["other-systems"]["strategy"]["matrix"]["include"]
    assert [each["python"] for each in systems] == ["py", "python3"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 start.py test" in readme and "write `py` for `python3`" in readme


def test_the_site_is_built_published_and_released(program, tmp_path) -> None:
    """The commands of a release run here, for the version that stands in the tree."""
    jobs, commands = workflow("site.yml")
    assert commands["build"] == ["python3 start.py site"]
    assert jobs["build"]["steps"][-1]["with"]["path"] == "site"
    assert jobs["publish"]["needs"] == jobs["release"]["needs"] == "build"
    version, *_, notes, release = commands["release"]
    tag = f"v{PROJECT['project']['version']}"
    for text, right in [(tag, True), (f"{tag}.1", False)]:
        env = os.environ | {"GITHUB_REF_NAME": text}
        done = subprocess.run([program("bash"), "-c", version], cwd=ROOT, env=env)
        assert (done.returncode == 0) == right
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "changelog.md", tmp_path / "docs")
    subprocess.run([program("bash"), "-c", notes], cwd=tmp_path, check=True)
    made = (tmp_path / "notes.md").read_text(encoding="utf-8")
    assert made.startswith("## ") and made.count("\n## ") == 0
    assert made in (ROOT / "docs" / "changelog.md").read_text(encoding="utf-8")
    assert "--notes-file notes.md" in release


def test_the_citation_and_the_licence_say_what_pyproject_says() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = PROJECT["project"]
    assert cited["version"] == project["version"]
    assert cited["authors"] == project["authors"] == [{"name": "the course authors"}]
    assert cited["repository-code"] == project["urls"]["Repository"]
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "MIT License" in licence and "CC BY 4.0" in licence
    assert cited["license"] == project["license"] == "MIT"


def test_the_parts_of_ci_are_all_of_it(program, tmp_path) -> None:
    """Each part as .ci/run starts it, in a clone whose start.py only prints."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    begin, end = script.index("framework=("), script.index("scratch=$(")
    run = script[script.index('if [ "$part" = all ]') :]
    lines = "set -euo pipefail\npython3() { echo ${MINIGRAD_PLAIN:-} $*; }\n"
    (tmp_path / "parts").write_text(lines + script[begin:end] + run)

    def said(*part: str) -> list[str]:
        command = [program("bash"), tmp_path / "parts", *part]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        return ended.stdout.splitlines()

    plain, whole = said()
    assert plain == "1 start.py test tests/core tests/minigrad"
    assert whole == "start.py test --slow --durations=40"
    assert said("framework") == [plain, f"{whole} tests/core tests/minigrad"]
    (course,) = said("course")
    (grading,) = said("grading")
    folders = ["tests/core", "tests/minigrad", *course.removeprefix(whole).split()]
    assert all((ROOT / folder).is_dir() for folder in folders)
    assert grading == f"{whole} " + " ".join(f"--ignore={each}" for each in folders)


@pytest.mark.slow
def test_the_lock_is_what_its_command_makes(tmp_path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copy(ROOT / "requirements.lock", tmp_path)
    comment = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r"#   uv (pip compile .*) \\\n#     (.*)\n", comment)
    command = [sys.executable, "-m", "uv", *found[1].split(), *found[2].split()]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "requirements.lock").read_text(encoding="utf-8") == LOCK


# -- the grader's container -------------------------------------------------------


def test_the_container_is_made_of_what_is_here():
    """Its recipe, where Docker is missing: it copies what exists, and no person's."""
    recipe = (ROOT / "tools" / "grader.Dockerfile").read_text(encoding="utf-8")
    copied = [line.split()[1:-1] for line in recipe.splitlines() if line[:5] == "COPY "]
    names = {name for each in copied for name in each}
    assert names and all((ROOT / name).exists() for name in names)
    assert not names & {".", "submitted", "gradebook.db", "solutions"}
    assert f" {TORCH}\n" in recipe
    assert "bubblewrap" in recipe and "requirements.lock" in names
    installs = [line for line in recipe.splitlines() if "uv pip install" in line]
    assert installs and all("--compile-bytecode" in line for line in installs)
    assert "readme" not in PROJECT["project"]
    built = {"pyproject.toml", *PROJECT["project"]["license-files"]}
    found = PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    assert built | {each.rstrip("*") for each in found} <= names
    # A number without a name runs it: its home is not in the list of users.
    assert "HOME=/tmp" in recipe and "VIRTUAL_ENV=/opt/venv" in recipe


def test_the_line_that_runs_the_container_lets_a_user_make_a_sandbox():
    page = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
    (line,) = (each for each in page.splitlines() if each.startswith("docker run"))
    for refused in ("seccomp", "apparmor", "systempaths"):
        assert f"--security-opt {refused}=unconfined" in line
    assert '-v "$PWD:/course"' in line and "--privileged" not in line
    assert "WORKDIR /course\n" in (ROOT / "tools" / "grader.Dockerfile").read_text(
        encoding="utf-8"
    )
