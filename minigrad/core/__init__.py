"""The engine. Read: mode, tensor, graph, saved, op, arithmetic, engine, and function,
which is what users write. `MINIGRAD_PLAIN=1` runs it as it stands, without `../speed/`.

Skip at first, as `a * b` and its backward do not run it: Port, Parts, Op.call, `grad`
to `arriving`, `leading_to`, `capture`, `ends_at`, function; of arithmetic read Mul and
the last lines.

The definition below `# piece: NAME` may be a student's (`engine.run = theirs`; of an
op, its forward and backward). Of `../` only `errors`, the checks that raise, and
`promotion` are used. Brackets in `any([…])`: a generator is slower.
"""
