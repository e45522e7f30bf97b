// Questions about what was sent: doubtful figures, two versions, entries that were not taken. Each stays in #ask until it
// is answered, over looks at the page, further decisions and other pages of the desk; it never takes the keyboard from
// somebody who writes, and neither digits nor Enter answer it: its heading takes the focus, *No* stands before *Yes*.
const place = document.getElementById("ask");
const STORE = "dvojtah-questions";
const SUBJECT = ["do", "round", "table", "number", "entrant", "game", "decision", "file"];
const writing = "input:not([type=hidden], [type=checkbox]), textarea, select";
const origins = new WeakMap(); // the form that each question is about, where it is still on the page
let count = 0;

// Beside the slips it says how many are open: on a telephone they lie above what is seen.
const line = document.getElementById("open");
if (line) new MutationObserver(() => {
  line.hidden = place.children.length === 0;
  line.querySelector("b").textContent = place.children.length;
}).observe(place, { childList: true });

const subject = (entries) => JSON.stringify([...entries].filter(([name, value]) => SUBJECT.includes(name) && typeof value === "string").sort());
export const originOf = (section) => {
  const form = origins.get(section);
  return form?.isConnected && subject(new FormData(form)) === section.dataset.subject ? form : null;
};

// A question of which nothing is left to say; the keyboard goes to the next one if it was in here.
export const close = (section) => {
  const inside = section.contains(document.activeElement);
  section.remove();
  if (inside) focusQuestion();
};

// An entry was taken, or is asked about anew: questions about an older one on the same subject mean nothing any more.
export const settle = (entries) => {
  const now = subject(entries);
  for (const section of [...place.children]) if (section.dataset.subject === now) close(section);
};

export const focusQuestion = () => {
  const heading = place.querySelector("h2");
  heading?.focus();
  return Boolean(heading);
};

const put = (section) => {
  const number = count += 1;
  section.dataset.key = `question-${number}`;
  for (const name of ["labelledby", "describedby"]) {
    const described = section.querySelector(`#${section.getAttribute(`aria-${name}`)}`);
    if (described) described.id = `${described.id}-${number}`;
    if (described) section.setAttribute(`aria-${name}`, described.id);
  }
  section.querySelector("h2").tabIndex = -1;
  place.append(section);
  if (!document.activeElement.matches(writing)) section.querySelector("h2").focus();
  return section;
};

// The question that an answer of the organiser brings, if it does, about a form that was sent.
export const adopt = (page, form) => {
  const section = page.querySelector("#ask > section");
  if (!section) return null;
  const about = new FormData(section.querySelector("form"));
  settle(about);
  section.dataset.subject = subject(about);
  if (form) origins.set(section, form);
  return put(document.adoptNode(section));
};

// An entry of a slip that was not taken and would be lost when the next slip opens.
export const keepEntry = (entry, title, why) => {
  const section = document.getElementById("unsent").content.firstElementChild.cloneNode(true);
  for (const [name, value] of Object.entries(entry)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    section.querySelector("form").append(field);
  }
  settle(Object.entries(entry));
  section.dataset.subject = subject(Object.entries(entry));
  section.querySelector("b").textContent = title;
  section.querySelector("p").textContent = why;
  return put(section);
};
export const entryOf = (section) => Object.fromEntries(new FormData(section.querySelector("form")));

// Another page of the desk shows what is still open; of another sign-in it shows nothing.
const word = () => document.querySelector("main form [name=word], footer form [name=word]")?.value;
addEventListener("pagehide", () => {
  const open = [...place.children].map((section) => section.outerHTML);
  if (open.length) sessionStorage.setItem(STORE, JSON.stringify([word(), open]));
  else sessionStorage.removeItem(STORE);
});
addEventListener("pageshow", (event) => {
  const [by, open] = JSON.parse(sessionStorage.getItem(STORE) ?? "[null, []]");
  sessionStorage.removeItem(STORE);
  if (event.persisted || !open.length || by !== word()) return;
  const box = document.createElement("template");
  box.innerHTML = open.join("");
  for (const section of [...box.content.children]) put(section);
});
