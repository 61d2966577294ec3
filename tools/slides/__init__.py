"""The lectures as slide decks: one HTML page each, which needs nothing else.

    python -m tools.slides          # all lectures of course/, into decks/
    python -m tools.slides check    # does every slide fit its page? needs Chromium

Read `deck` (a notebook to a page, by nbconvert with the template in `deck/`), `links`
(relative links lead to decks and pages), `pages` (what decks link to: problem sets,
documents, source files), `check` (the pages in a browser). What a slide is, its cells
say in their `slideshow` metadata. `vendor/` has reveal.js and KaTeX, so that neither
making nor showing a deck needs the internet.
"""
