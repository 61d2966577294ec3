"""The engine. Read `docs/architecture.md`, mode, tensor, graph, outputs, arithmetic's
Mul, op, saved, the rest of arithmetic, engine, function. Below `# piece: NAME` stands
what a student may write anew. Where `../autograd/` is named, that ring fills a place.
`tuple([...])` and `any([...])` have a list, as a generator is slower.
"""
