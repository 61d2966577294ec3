"""The engine. Read: mode, tensor, graph, saved, op, arithmetic, engine, and function,
which is what users write. `MINIGRAD_PLAIN=1` runs it as it stands, without `../speed/`.

What stands below `# piece: NAME` may be a student's (`engine.run = theirs`). What lies
in other folders (`../`) is not needed to follow `a * b`; `errors` has the messages, and
the questions that end in one. Lists stand in `tuple([…])`: a generator is slower.
"""
