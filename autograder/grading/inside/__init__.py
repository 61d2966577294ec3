"""What runs in the sandbox. Nothing in here is trusted to say what is right.

`__main__` waits, with everything imported, and makes a process for each view;
`isolate` and `calls` shut that process off from all others; `cells` runs the
notebook's cells and `probes` the judge's programs there. The judge's side is
`autograder.grading.sandbox`.
"""
