"""The engine. Read `docs/architecture.md`, mode, tensor, graph, outputs, arithmetic's
Mul, op, saved, the rest of arithmetic, engine, function. Below `# piece: NAME` stands
what a student may write anew.
"""
