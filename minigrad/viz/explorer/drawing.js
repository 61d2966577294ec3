// The drawing: what each box and edge shows at a step.

const NEARLY = 0.72;  // down to this scale the text of a graph is still read with ease

class Drawing {
  constructor(data, look, go) {
    this.data = data;
    this.pane = make("div", { className: "mgx-graph" });
    this.pane.innerHTML = data.svg;
    this.svg = this.pane.firstElementChild;
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label",
      "The graph. Arrow keys up and down go through its edges.");
    this.boxes = this.found("box", (group, id) => this.connectBox(group, id, go));
    this.edges = this.found("edge", (group, id) => this.connectEdge(group, id, look));
    this.stubs = [...this.svg.querySelectorAll("[data-stub]")];
    for (const stub of this.stubs) this.connectBox(stub, stub.dataset.stub, go);
    this.shown = new Map();
    this.whole = false;
    this.sized = new ResizeObserver(() => this.size());
    this.sized.observe(this.pane);
    this.setFocus([...this.edges.keys()][0]);
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  found(kind, connect) {
    const groups = new Map();
    for (const group of this.svg.querySelectorAll(`[data-${kind}]`)) {
      const id = group.dataset[kind];
      connect(group, id);
      groups.set(id, group);
    }
    return groups;
  }

  connectBox(group, id, go) {
    const step = this.data.boxes[id].step;
    if (step !== null) group.addEventListener("click", () => go(step));
  }

  connectEdge(group, id, look) {
    group.setAttribute("role", "img");
    group.setAttribute("tabindex", "-1");
    group.addEventListener("pointerenter", () => look(id));
    group.addEventListener("pointerleave", () => look(null));
    group.addEventListener("focus", () => look(id));
    group.addEventListener("blur", () => look(null));
  }

  // One edge can be reached with Tab; up and down lead to the others.
  setFocus(id) {
    this.edges.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = id;
    this.edges.get(id)?.setAttribute("tabindex", "0");
  }

  key(event) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!move) return;
    const ids = [...this.edges.keys()];
    const next = ids[(ids.indexOf(this.focused) + move + ids.length) % ids.length];
    this.setFocus(next);
    this.edges.get(next).focus({ preventScroll: true });
    this.reveal(this.edges.get(next));
    event.preventDefault();
    event.stopPropagation();
  }

  show(at) {
    const here = this.data.steps[at];
    this.here = here.box;
    for (const [id, group] of this.boxes) {
      const last = latest(this.data.boxes[id].timeline, at);
      const now = id === here.box;
      const wrong = now && here.wrong.length > 0;
      const state = last ? last[2] : "";
      const key = `${last ? last[1] : ""}|${state}|${now}|${wrong}`;
      if (this.shown.get(id) === key) continue;
      this.shown.set(id, key);
      group.querySelector(".mgx-grad").textContent = last ? last[1] : "";
      group.classList.toggle("mgx-waits", state === "waiting");
      group.classList.toggle("mgx-done", state === "arrived");
      group.classList.toggle("mgx-here", now);
      group.classList.toggle("mgx-wrong", wrong);
    }
    for (const stub of this.stubs) {
      stub.classList.toggle("mgx-here", stub.dataset.stub === here.box);
    }
    const now = new Set(here.sends.map((send) => send.edge));
    for (const [id, group] of this.edges) {
      const last = latest(this.data.edges[id].timeline, at);
      const key = `${last ? last[1] : ""}|${now.has(id)}`;
      if (this.shown.get(id) === key) continue;
      this.shown.set(id, key);
      group.classList.toggle("mgx-sent-on", Boolean(last));
      group.classList.toggle("mgx-now", now.has(id));
      group.setAttribute("aria-label", this.edgeWords(id, last));
      const label = group.querySelector("text.mgx-sent");
      if (label && last) label.textContent = this.data.arrays[last[1]].words;
    }
    if (!this.svg.contains(document.activeElement)) {
      this.setFocus(here.sends.length ? here.sends[0].edge : this.focused);
    }
    this.reveal(this.boxes.get(here.box));
  }

  edgeWords(id, last) {
    const edge = this.data.edges[id];
    const words = last ? `gradient ${this.data.arrays[last[1]].words}` : "nothing yet";
    return `Edge from ${edge.from} to ${edge.to}: ${words}`;
  }

  mark(id) {
    this.edges.get(this.marked)?.classList.remove("mgx-look");
    this.marked = id;
    this.edges.get(id)?.classList.add("mgx-look");
  }

  // Scrolls the pane alone: a notebook must not jump.
  reveal(group) {
    if (!group) return;
    const box = group.getBoundingClientRect();
    const pane = this.pane.getBoundingClientRect();
    if (!pane.height) return;
    const room = 60;
    const outside = box.top < pane.top + room || box.bottom > pane.bottom - room
      || box.left < pane.left + 10 || box.right > pane.right - 10;
    if (!outside) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.pane.scrollTo({
      left: this.pane.scrollLeft + (box.left + box.right - pane.left - pane.right) / 2,
      top: this.pane.scrollTop + (box.top + box.bottom - pane.top - pane.bottom) / 2,
      behavior: calm || this.boxes.size > 60 ? "auto" : "smooth",
    });
  }

  // A graph that is nearly small enough is shown whole, a larger one in full size.
  size() {
    const { width, height } = this.svg.viewBox.baseVal;
    const fit = Math.min(1, (this.pane.clientWidth - 2) / width,
      (this.pane.clientHeight - 2) / height);
    const scale = this.whole || fit >= NEARLY ? fit : 1;
    if (scale <= 0 || scale === this.scale) return;
    this.scale = scale;
    this.svg.setAttribute("width", width * scale);
    this.svg.setAttribute("height", height * scale);
    this.reveal(this.boxes.get(this.here));
  }

  fit(whole) {
    this.whole = whole;
    this.size();
  }
}

function latest(timeline, at) {
  let found = null;
  for (const entry of timeline) {
    if (entry[0] > at) break;
    found = entry;
  }
  return found;
}
