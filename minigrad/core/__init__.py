"""The engine. Read mode, tensor, graph, saved, op, arithmetic (Mul and the last lines)
and engine up to its last section: this is what `a * b` and its backward run. You may
stop there. The rest is outputs, what engine ends with, and function, which users write.

`MINIGRAD_PLAIN=1` runs it as it stands, without `../speed/`. The definition below a
line `# piece: NAME` may be a student's: `engine.run = theirs`. Of `../` only `errors`,
the checks that raise, and `promotion` are used. `any([…])` is faster than `any(…)`.
"""
