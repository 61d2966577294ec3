// Lets KaTeX, which lies beside this file, set the formulas of the page.
const folder = document.currentScript.src.replace(/[^/]*$/, "");

function load(name) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    Object.assign(script, { src: folder + name, onload: done, onerror: failed });
    document.head.append(script);
  });
}

load("katex.min.js").then(() => load("auto-render.min.js")).then(() => {
  const delimiters = [
    { left: "\\[", right: "\\]", display: true },
    { left: "\\(", right: "\\)", display: false },
  ];
  for (const formula of document.querySelectorAll(".math")) {
    renderMathInElement(formula, { delimiters, throwOnError: false });
  }
});
