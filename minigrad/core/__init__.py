"""The engine. Read mode, tensor, graph, outputs, saved, op, arithmetic, engine and
function, in this order, beside `docs/architecture.md`. A line `# piece: NAME` marks
what a student may write anew. Of `../`, only `errors` and `promotion` are used.
"""
