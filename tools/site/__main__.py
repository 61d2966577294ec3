"""`python -m tools.site`: write the site into the folder `site`."""

import argparse
from pathlib import Path

from tools.site.pages import ROOT, build


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.site", description="The site."
    )
    parser.add_argument("--to", type=Path, default=ROOT / "site", help="its folder")
    parser.add_argument("--no-lab", action="store_true", help="the pages alone")
    options = parser.parse_args()
    build(options.to.resolve(), lab=not options.no_lab)


if __name__ == "__main__":
    main()
