"""`python -m tools.site`: write the site into the folder `site`."""

import argparse
from pathlib import Path

from tools.site import pages


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="start.py site", description="Write the course as a site."
    )
    parser.add_argument("--to", type=Path, default=pages.ROOT / "site", help="a folder")
    parser.add_argument("--no-lab", action="store_true", help="the pages alone")
    options = parser.parse_args()
    to = options.to.resolve()
    if not options.no_lab:
        build_lab(to)
    pages.build(to, lab=not options.no_lab)
    print(f"Serve it, `python3 -m http.server --directory {to}`, and open a page.")


def build_lab(to: Path) -> None:
    from tools.site.lite import build_lite
    from tools.site.wheels import Missing

    try:
        build_lite(to)
    except Missing as missing:
        raise SystemExit(
            f"site: {missing} --no-lab writes the pages alone, which need nothing."
        ) from None


if __name__ == "__main__":
    main()
