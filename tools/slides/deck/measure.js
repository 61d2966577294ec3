// What does not fit, a line each: run in a deck whose window has the size of a page.
(limits) => {
  const lines = [];

  // The parts of a slide that can be seen; an equation is one part.
  const parts = (slide) =>
    [...slide.querySelectorAll("*")].filter(
      (each) =>
        !each.closest(".katex-mathml") &&
        !each.parentElement.closest(".katex-html > *") &&
        !each.closest("aside.notes") &&
        each.checkVisibility(),
    );

  const excess = (slide) => {
    const over = { bottom: 0, right: 0, top: 0, left: 0 };
    for (const each of parts(slide)) {
      const box = each.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      over.bottom = Math.max(over.bottom, box.bottom - (limits.height - limits.edge));
      over.right = Math.max(over.right, box.right - (limits.width - limits.edge));
      if (each.matches("pre")) {
        // Code is not wrapped: it may be wider than its box.
        const right = box.left + each.scrollWidth;
        over.right = Math.max(over.right, right - (limits.width - limits.edge));
      }
      over.top = Math.max(over.top, limits.edge - box.top);
      over.left = Math.max(over.left, limits.edge - box.left);
    }
    return Object.entries(over)
      .filter(([, pixels]) => pixels >= 1)
      .map(([side, pixels]) => `${Math.ceil(pixels)} pixels beyond the ${side}`);
  };

  if (!Reveal.getSlides().length) return ["there is no slide"];
  for (const slide of Reveal.getSlides()) {
    const { h, v } = Reveal.getIndices(slide);
    Reveal.slide(h, v, 1000);
    const tell = (what) => lines.push(`slide of cell "${slide.dataset.cell}": ${what}`);

    excess(slide).forEach(tell);
    for (const details of slide.querySelectorAll("details")) {
      details.open = true;
      details.place();
      for (const line of excess(slide)) tell(`with its answer open, ${line}`);
      details.open = false;
    }
    for (const picture of slide.querySelectorAll(".picture")) {
      const box = picture.getBoundingClientRect();
      const size = (side, natural) => Number(picture.getAttribute(side)) || natural;
      const scale = Math.min(
        box.width / size("width", picture.naturalWidth),
        box.height / size("height", picture.naturalHeight),
      );
      if (scale < limits.smallest) {
        tell(`a picture shrinks to ${Math.round(100 * scale)}% of its size`);
      }
      if (!picture.alt.trim()) tell("a picture has no text in its place");
    }
    const red = '.katex-error, .katex [style*="#cc0001"], .katex [style*="204, 0, 1"]';
    for (const wrong of slide.querySelectorAll(red)) {
      tell(`an equation cannot be typeset: ${wrong.title || wrong.textContent}`);
    }
  }
  Reveal.slide(0);
  return lines;
};
