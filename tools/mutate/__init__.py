"""Are the checks good enough? Solutions changed in small ways must not pass them.

Read: `solutions` (what is changed), `mutants` (how), `trial` (does a check notice?),
`report` (the table). Survivors that compute the same are in `survivors.json`, each with
the reason. It is for those who write checks, and needs the whole course.
"""
