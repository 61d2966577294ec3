// Arrays: numbers, tinted tables, heat maps. `make` builds every element from text.

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && !name.includes("-")) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

function tint(level) {
  if (level === -128) return "repeating-linear-gradient(45deg, #888 0 2px, transparent 2px 5px)";
  const colour = level >= 0 ? "var(--mgx-plus)" : "var(--mgx-minus)";
  return `rgba(${colour}, ${(0.55 * Math.abs(level)) / 100})`;
}

function heatMap(heat, words) {
  const canvas = make("canvas", { width: heat.columns, height: heat.rows });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Heat map: ${words}`);
  const shape = Math.min(2.2, Math.max(0.06, heat.rows / heat.columns));
  canvas.style.aspectRatio = `1 / ${shape}`;
  canvas.style.maxHeight = "190px";
  const paint = canvas.getContext("2d");
  const pixels = paint.createImageData(heat.columns, heat.rows);
  const bytes = Uint8Array.from(atob(heat.data), (letter) => letter.charCodeAt(0));
  const levels = new Int8Array(bytes.buffer);
  levels.forEach((level, i) => {
    const colour = level === -128 ? [30, 30, 30]
      : mixed(level >= 0 ? [214, 95, 0] : [44, 92, 150], Math.abs(level) / 100);
    pixels.data.set([...colour, 255], 4 * i);
  });
  paint.putImageData(pixels, 0, 0);
  return canvas;
}

function mixed(colour, strength) {
  return colour.map((channel) => 255 - strength * (255 - channel));
}

function showArray(array, kind = "") {
  if (array.heat) {
    const scale = make("div", { className: "mgx-scale" },
      make("span", {}, "blue: below 0"), make("span", {}, "white: 0"),
      make("span", {}, "orange: above 0"));
    const averaged = array.heat.averaged ? ", each block a mean of several entries" : "";
    return make("div", { className: "mgx-array" },
      make("p", { className: "mgx-note" }, `shape ${array.shape}: ${array.facts}${averaged}`),
      heatMap(array.heat, array.words), scale);
  }
  if (!array.rows) return make("p", { className: `mgx-number ${kind}` }, array.words);
  const body = make("tbody");
  array.rows.forEach((row, i) => {
    const line = make("tr");
    row.forEach((text, j) => {
      const cell = make("td", {}, text);
      cell.style.background = tint(array.levels[i][j]);
      line.append(cell);
    });
    body.append(line);
  });
  return make("div", { className: "mgx-array" },
    make("table", {}, body),
    make("p", { className: "mgx-note" }, `shape ${array.shape}`));
}
