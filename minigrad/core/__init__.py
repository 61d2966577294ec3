"""The engine. Read: mode, tensor, graph, saved, op, arithmetic, engine, and function,
which is what users write. `MINIGRAD_PLAIN=1` runs it as it stands, without `../speed/`.

`a * b` and its backward do not run, and a first reading skips: Port, Parts, `grad` to
`arriving`, `leading_to`, `capture`, all of arithmetic but Mul, and function.

What stands below `# piece: NAME` may be a student's (`engine.run = theirs`; of an op,
its forward and backward). Other folders (`../`) are not needed; `errors` has messages,
and the questions that end in one. Brackets in `any([…])`: a generator is slower.
"""
