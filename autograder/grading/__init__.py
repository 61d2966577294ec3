"""Grading a class: strangers' code in a sandbox, the verdict outside of it.

    python -m autograder grade ps2

What happens to a submission, in reading order:

- `finding` takes the notebook out of `submitted/` without trusting the folder;
  `repair` makes cells of its bytes; `staging` puts them into the frame of the release
  (`template`), `answers` finds what was written, and `texts` makes it harmless to those
  who read it. What can't be salvaged gets zero points and a reason.
- `key` asks PyTorch, once for a batch, what is right on secret random inputs, drawn
  from the seed of the run.
- `tree` cuts the set's pieces out of a copy of the course, and their `families`;
  `mounts` says what the sandbox shows, `sandbox` starts it (in one of the `cgroups`)
  and talks to it in messages (`wire`). What runs inside is `inside/`, and is trusted
  with nothing.
- `run` takes a submission through its views, `judge` compares what comes back with the
  key, `reasons` says why points are lost, `showing` what of the outputs may be shown.
- `record` is the only writer of the gradebook; `batch` is the command, with a `pool`
  of `worker` processes and `progress`; `steps` is the same for nbgrader's own
  autograde.

A view is one run of the notebook in a process of its own. Minigrad's own version of
the pieces that are judged there is missing, all others are there: pieces that no
other's programs need share a view. The versions that are there come as text from the
judge, after the process was shut off from its siblings, so that no view ever holds, or
can hear of, what it would have to write itself. The last view has all of minigrad; it
gives the outputs that are shown, and the predicted numbers.

Why it holds:

1. What a student can return is arrays, read with a size cap and without pickles. They
   must be PyTorch's for inputs that were drawn after the code was handed in. So
   whatever is patched in the process (NumPy, minigrad, IPython, this package) changes
   no score, unless it computes the right numbers.
2. Everything else that decides (points, cells, metadata) comes from the release.
3. A view sees no file, process, network or memory but its own, and it all ends with it.
4. A result is a file that is written at once. The gradebook is filled from these.
5. What one submission does to the grader costs that submission only.

There is no Jupyter kernel: cells are run by IPython's shell, over one pipe. So there
are no sockets whose messages could be forged, and a view starts in hundredths of a
second, forked from a process that has imported everything and never runs a student's
code.
"""
