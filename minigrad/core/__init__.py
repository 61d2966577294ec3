"""The engine. Read `docs/architecture.md`, mode, tensor, graph, arithmetic's Mul, op,
saved, engine, outputs, function. Below `# piece: NAME` stands what a student may write
anew. `any([...])` has a list, as a generator is slower.
"""
