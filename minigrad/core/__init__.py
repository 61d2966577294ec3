"""The engine. Read mode, tensor, graph, saved, op, arithmetic (Mul and the last lines)
and engine up to its last section: what `a * b` and its backward run, with a line or two
of outputs. You may stop there. The rest: outputs, engine's end, function for users.

`MINIGRAD_PLAIN=1` runs it as it stands, without `../speed/`. The definition below a
line `# piece: NAME` may be a student's: `engine.run = theirs`. Of `../` only `errors`,
the checks that raise, and `promotion` are used. `any([…])` is faster than `any(…)`.
"""
