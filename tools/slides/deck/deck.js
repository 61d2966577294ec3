// Equations first: their size decides how a slide is laid out.
renderMathInElement(document.body, {
  delimiters: [
    { left: "$$", right: "$$", display: true },
    { left: "$", right: "$", display: false },
  ],
  throwOnError: false, // what cannot be typeset stands there in red:
  errorColor: "#cc0001",
});

// A point or comma stays on the line of the formula before it.
for (const { parentElement: formula } of document.querySelectorAll(".katex")) {
  const next = formula.nextSibling;
  const point = next?.nodeType === Node.TEXT_NODE && next.data.match(/^[.,;:!?)]+/);
  if (point && !formula.matches(".katex-display")) {
    next.data = next.data.slice(point[0].length);
    formula.append(point[0]);
    formula.className = "with-point";
  }
}

// An answer that has no room below its question is laid over the slide.
const PAGE = { width: 1280, height: 720 };
for (const details of document.querySelectorAll("details")) {
  const answer = document.createElement("div");
  answer.className = "answer";
  answer.append(...[...details.childNodes].slice(1));
  details.append(answer);
  const place = () => {
    details.classList.remove("over");
    const slide = details.closest("section");
    details.classList.toggle("over", slide.scrollHeight > PAGE.height);
  };
  details.place = place;
  details.addEventListener("toggle", place);
  answer.addEventListener("click", (event) => {
    if (!event.target.closest("a")) details.open = false;
  });
}

Reveal.initialize({
  ...PAGE,
  margin: 0,
  center: false,
  display: "flex",
  controlsLayout: "edges",
  hash: true,
  slideNumber: "c/t",
  transition: "none",
});

// The speaker's notes of a slide, in a window for a second screen.
let desk = null;
const tell = () => {
  if (!desk || desk.closed) return;
  const notes = Reveal.getCurrentSlide().querySelectorAll("aside.notes");
  desk.document.title = "Notes";
  desk.document.body.style.font = "20px/1.5 Arial, sans-serif";
  desk.document.body.innerHTML = [...notes].map((each) => each.innerHTML).join("<hr>");
};
Reveal.addKeyBinding({ keyCode: 83, key: "S", description: "Speaker's notes" }, () => {
  desk = window.open("", "notes", "width=640,height=480");
  tell();
});
Reveal.on("slidechanged", tell);

// The choices of a prediction, over the slide, without what the notes say of them.
const vote = document.createElement("ul");
vote.className = "vote";
vote.hidden = true;
document.querySelector(".reveal .slides").prepend(vote); // the last slide stays last
Reveal.addKeyBinding({ keyCode: 86, key: "V", description: "Choices to vote on" }, () => {
  const choices = Reveal.getCurrentSlide().querySelectorAll("aside.notes li");
  vote.hidden = !vote.hidden || !choices.length;
  vote.replaceChildren(...[...choices].map((each) => each.cloneNode(true)));
  for (const thought of vote.querySelectorAll("em")) thought.remove();
  for (const { lastChild: end } of vote.children) end.data = end.data.replace(/[.✓\s]+$/, "");
});
Reveal.on("slidechanged", () => (vote.hidden = true));
