"""`python -m tools.site`: write the site into the folder `site`."""

from pathlib import Path

from tools.site.lite import build_lite
from tools.site.wheels import Missing

SITE = Path(__file__).resolve().parents[2] / "site"

if __name__ == "__main__":
    try:
        build_lite(SITE)
    except Missing as missing:
        raise SystemExit(f"site: {missing}") from None
    print(f"Serve it, `python3 -m http.server --directory {SITE}`, and open a page.")
