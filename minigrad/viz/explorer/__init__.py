"""The explorer: step forwards and backwards through the backward pass of any loss.

    viz.explore(loss, names=globals())

Read: `exploring` (explore, and the Explorer that it returns), `recording` (the pass is
really run once, and hooks write down what happens), `checking` (whether what arrived is
what was sent), `values` (the numbers of the forward pass), `rules` (the table of
derivatives), `words` (a step in sentences), `geometry` and `scene` (where boxes stand,
and the drawing), `view` and `details` (all of it as data for the page), `page` and
`widget`, then explorer.js and explorer.css.
"""

from .exploring import Explorer, explore

__all__ = ["Explorer", "explore"]
