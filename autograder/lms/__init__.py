"""To and from Canvas and Moodle: who takes part, what was handed in, points, feedback.

    python -m autograder roster FILE.csv
    python -m autograder collect ps4 submissions.zip [--worksheet FILE.csv]
    python -m autograder export ps4 --canvas FILE.csv | --moodle FILE.csv

Read: `names` (what an LMS calls a file), `roster` (its lists of people), `collect`,
`export`. Everything is read as a stranger's: a name leads nowhere, a formula is text.
"""
