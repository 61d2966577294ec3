"""A student's work: the folder that holds it, what is saved there, and how far it is.

Read: `folder`, `saving` (pieces that passed), `progress`, `archive` (all in one file).
"""
