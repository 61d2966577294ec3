// The explorer: a record of a backward pass, one step at a time.
//
// page.py joins arrays.js, drawing.js, panel.js and this file to one module. `render` is
// what anywidget calls; `renderPage` brings the explorers of a plain page to life. All
// text comes in as text: the one piece of markup is the drawing, which Python made and
// escaped. Read: mount, then Player, and the classes Drawing and Panel.

const SPEEDS = [["slow", 2500], ["normal", 1200], ["fast", 450], ["very fast", 120]];
const KEYS = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => Infinity,
};

class Player {
  constructor(button, speed, advance) {
    this.button = button;
    this.speed = speed;
    this.advance = advance;
    this.timer = null;
    this.label();
  }

  label() {
    this.button.textContent = this.timer === null ? "▶ Play" : "▮▮ Pause";
  }

  toggle() {
    if (this.timer === null) this.start();
    else this.stop();
  }

  start() {
    if (!this.advance(true)) return;
    this.timer = setTimeout(() => this.tick(), Number(this.speed.value));
    this.label();
  }

  tick() {
    if (!this.button.isConnected || !this.advance(false)) return this.stop();
    this.timer = setTimeout(() => this.tick(), Number(this.speed.value));
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.label();
  }
}

// -- all of it ---------------------------------------------------------------------

// Shows `data` in `host`. `start` is the first step; `changed(step)` is told of others.
// Returns `go(step)` and `stop()`.
function mount(host, data, start, changed) {
  const last = data.steps.length - 1;
  const drawing = new Drawing(data, look, (step) => go(step));
  const panel = new Panel(data, look);
  const button = (text, title, action) => {
    const made = make("button", { type: "button", title }, text);
    made.addEventListener("click", action);
    return made;
  };
  let at = -1;
  const first = button("|◀ First", "Home", () => go(0));
  const back = button("◀ Back", "Left arrow", () => go(at - 1));
  const play = button("▶ Play", "Space", () => player.toggle());
  const next = button("Next ▶", "Right arrow", () => go(at + 1));
  const end = button("Last ▶|", "End", () => go(last));
  next.className = "mgx-main";
  const slider = make("input", { type: "range", min: 0, max: last, step: 1 });
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => go(Number(slider.value)));
  const speed = make("select", {});
  for (const [name, delay] of SPEEDS) {
    speed.append(make("option", { value: delay, selected: name === "normal" }, name));
  }
  const count = make("span", { className: "mgx-count" });
  const whole = make("input", { type: "checkbox" });
  whole.addEventListener("change", () => drawing.fit(whole.checked));
  const words = make("p", { className: "mgx-words", role: "status", "aria-live": "polite" });
  const root = make("div", {
    className: "mgx-live", role: "group", tabIndex: 0, "aria-label": `${data.title}, step by step`,
    "data-lm-suppress-shortcuts": "true",
  },
  make("div", { className: "mgx-head-row" },
    make("span", { className: "mgx-name" }, data.title),
    keysHelp()),
  make("div", { className: "mgx-controls" },
    first, back, play, next, end, slider, count,
    make("label", {}, "Speed", speed),
    make("label", {}, whole, "Whole graph")),
  words,
  make("div", { className: "mgx-body" }, drawing.pane, panel.element));
  const player = new Player(play, speed, (begin) => {
    if (begin && at === last) go(0, true);
    else if (at < last) go(at + 1, true);
    return at < last;
  });

  function look(id) {
    drawing.mark(id);
    panel.inspect(id);
  }

  function go(step, playing = false) {
    const to = Math.max(0, Math.min(last, step));
    if (!playing) player.stop();
    if (to === at) return;
    at = to;
    drawing.show(at);
    panel.show(at);
    drawing.mark(null);
    slider.value = at;
    slider.setAttribute("aria-valuetext", `step ${at} of ${last}`);
    count.textContent = `step ${at} of ${last}`;
    words.textContent = data.steps[at].words;
    words.scrollTop = 0;
    for (const [button, off] of [[first, at === 0], [back, at === 0],
      [next, at === last], [end, at === last]]) {
      if (off && document.activeElement === button) root.focus({ preventScroll: true });
      button.disabled = off;
    }
    changed(at);
  }

  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const tag = event.target.tagName;
    const own = tag === "BUTTON" || tag === "SELECT" || event.target === whole;
    if (event.key === " " && !own) player.toggle();
    else if (KEYS[event.key] && tag !== "SELECT") go(KEYS[event.key](at));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  host.append(root);
  go(start);
  const stop = () => {
    player.stop();
    drawing.sized.disconnect();
  };
  return { go, stop };
}

function keysHelp() {
  const keys = [["←", "→", "step"], ["Home", "End", "first, last"], ["Space", "play"]];
  const help = make("span", { className: "mgx-keys" }, "Keys: ");
  keys.forEach((group, i) => {
    const name = group.pop();
    if (i) help.append(", ");
    for (const key of group) help.append(make("kbd", {}, key));
    help.append(` ${name}`);
  });
  return help;
}

function render({ model, el }) {
  el.classList.add("mgx");
  const view = mount(el, model.get("data"), model.get("step"), (step) => {
    if (model.get("step") === step) return;
    model.set("step", step);
    model.save_changes();
  });
  const follow = () => view.go(model.get("step"), true);
  model.on("change:step", follow);
  return () => {
    view.stop();
    model.off("change:step", follow);
  };
}

function renderPage(page) {
  for (const host of page.querySelectorAll('.mgx[data-mgx="waiting"]')) {
    const data = host.querySelector('script[type="application/json"]');
    if (!data) continue;
    host.dataset.mgx = "live";
    host.querySelector(".mgx-static").hidden = true;
    mount(host, JSON.parse(data.textContent), 0, () => {});
  }
}

export default { render, renderPage };
