"""The engine. Read mode, tensor, graph, saved, op, arithmetic and engine in this order,
beside `docs/architecture.md`; then function and outputs. A line `# piece: NAME` marks
what a student may write anew. Of `../`, only `errors` and `promotion` are used.
"""
