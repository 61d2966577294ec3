// The panel beside the drawing: one step in full.

class Panel {
  constructor(data, look) {
    this.data = data;
    this.look = look;
    this.element = make("div", {
      className: "mgx-panel", role: "region", tabIndex: 0, "aria-label": "Details of this step",
    });
    this.detail = make("div");
  }

  show(at) {
    this.at = at;
    const step = this.data.steps[at];
    const parts = [make("p", { className: "mgx-here-name" }, step.name)];
    for (const words of step.wrong) {
      parts.push(make("p", { className: "mgx-wrong-words" }, `Wrong: ${words}`));
    }
    parts.push(...this.arrives(step));
    if (step.rule) parts.push(...this.rule(step));
    if (step.sends.length) parts.push(...this.sends(step));
    if (step.leaf) parts.push(...this.leaf(step.leaf));
    parts.push(...this.waiting(step));
    this.detail = make("div");
    this.element.replaceChildren(...parts, this.detail);
    this.element.scrollTop = 0;
    this.inspect(null);
  }

  heading(text) {
    return make("h4", {}, text);
  }

  arrives(step) {
    const found = [];
    for (const grad of step.arrives) {
      const which = grad.output === null ? "" : ` at output ${grad.output}`;
      found.push(this.heading(step.kind === "start"
        ? "The upstream gradient" : `Incoming gradient${which}`));
      found.push(showArray(this.data.arrays[grad.array]));
      if (grad.parts.length > 1) found.push(this.parts(grad.parts));
    }
    if (!step.arrives.length) {
      found.push(this.heading("Incoming gradient"), make("p", {}, "none"));
    }
    return found;
  }

  parts(parts) {
    const list = make("ul", { className: "mgx-list" });
    parts.forEach((part, i) => {
      const words = this.data.arrays[part.array].words;
      list.append(make("li", { className: "mgx-note" },
        `${i ? "+" : "="} ${words} from ${part.from}`));
    });
    return list;
  }

  rule(step) {
    const { formula, known, rows, whose, source } = step.rule;
    const found = [];
    if (formula) {
      found.push(this.heading("Forward it computed"),
        make("p", { className: "mgx-formula" }, formula),
        make("p", { className: "mgx-note" }, known));
    }
    if (rows.length) found.push(this.heading("Rule for the gradients"));
    for (const row of rows) {
      const filled = row.filled ? ` = ${row.filled}` : "";
      found.push(make("p", { className: "mgx-formula" },
        `${row.letter} gets ${row.formula}${filled}`));
      if (row.note) found.push(make("p", { className: "mgx-note" }, row.note));
    }
    if (whose) found.push(this.heading(`Rule: ${whose}`));
    if (whose && !source) found.push(make("p", { className: "mgx-note" }, "(source not found)"));
    if (source) found.push(make("pre", {}, source));
    return found;
  }

  sends(step) {
    const list = make("ul", { className: "mgx-list" });
    for (const send of step.sends) {
      const button = make("button", { type: "button", className: "mgx-send", "aria-pressed": "false" },
        make("b", {}, this.data.arrays[send.array].words), ` to ${send.to}`);
      button.dataset.edge = send.edge;
      button.addEventListener("pointerenter", () => this.look(send.edge));
      button.addEventListener("pointerleave", () => this.look(null));
      button.addEventListener("focus", () => this.look(send.edge));
      button.addEventListener("blur", () => this.look(null));
      button.addEventListener("click", () => this.look(send.edge));
      list.append(make("li", {}, button));
    }
    return [this.heading(step.kind === "start" ? "It goes to" : "It sends"), list];
  }

  leaf(leaf) {
    const words = (index) => (index === null ? "None" : this.data.arrays[index].words);
    const found = [this.heading(".grad of this leaf"), make("dl", {},
      make("dt", {}, "before"), make("dd", {}, words(leaf.before)),
      make("dt", {}, "added"), make("dd", {}, words(leaf.added)),
      make("dt", {}, "after"), make("dd", {}, words(leaf.after)))];
    const after = leaf.after === null ? null : this.data.arrays[leaf.after];
    if (after && after.shape && leaf.before !== null) found.push(showArray(after));
    return found;
  }

  waiting(step) {
    if (!step.waiting.length) return [];
    const list = make("ul", { className: "mgx-list" });
    for (const each of step.waiting.slice(0, 8)) {
      list.append(make("li", {}, `${each.name}: ${each.text}`));
    }
    const more = step.waiting.length - 8;
    if (more > 0) list.append(make("li", {}, `and ${more} more`));
    return [this.heading("Waiting to run"), list];
  }

  // The array on an edge; the value of the node if no edge is looked at.
  inspect(id) {
    for (const button of this.element.querySelectorAll(".mgx-send")) {
      button.setAttribute("aria-pressed", String(button.dataset.edge === id));
    }
    const step = this.data.steps[this.at];
    if (id === null) {
      const value = step.value === undefined ? null : this.data.arrays[step.value];
      this.detail.replaceChildren(...(value
        ? [this.heading("Its value, from the forward pass"), showArray(value, "mgx-of-value")] : []));
      return;
    }
    const edge = this.data.edges[id];
    const last = latest(edge.timeline, this.at);
    this.detail.replaceChildren(
      this.heading(`On the edge from ${edge.from} to ${edge.to}`),
      last ? showArray(this.data.arrays[last[1]])
        : make("p", { className: "mgx-note" }, "No gradient yet."));
    if (!this.element.contains(document.activeElement)) {
      this.element.scrollTop = this.detail.offsetTop - this.element.offsetTop;
    }
  }
}
