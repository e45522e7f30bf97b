// Keeps the desk current: asks for the page anew and puts what changed in its place, but never under a hand at work.
// Without this script the page works as well; it is then as new as its last reload.
import { heardNow, tick } from "./dials.js";
import { morph } from "./morph.js";

const EVERY = 2000; // ms between two looks
const body = document.body;
const lost = document.getElementById("lost");
const known = new Map(); // what the server last said of each part
const fields = "input:not([type=hidden]), textarea, select";

for (const part of document.querySelectorAll("[data-live]")) known.set(part.id, part.outerHTML);

const changed = (field) => field.matches("select")
  ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
  : field.value !== field.defaultValue;

// Somebody is writing here, or has opened it to do something.
const busy = (part) => part.contains(document.activeElement) && document.activeElement.matches(fields)
  || part.querySelector("details[open]") !== null
  || [...part.querySelectorAll(fields)].some(changed);

// A table's row that is new here, before the first one of a higher number.
const seat = (row) => {
  const number = (one) => Number(one.id.slice("table-".length));
  const rows = document.getElementById("tables");
  rows.insertBefore(row, [...rows.children].find((one) => number(one) > number(row)) ?? null);
};

// Puts the parts of a page in their places; the part in which something was just done in any case. Rows of tables of
// which there is nothing new are not among them.
const take = (page, done) => {
  let all = true;
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const old = document.getElementById(fresh.id);
    const html = fresh.outerHTML;
    const news = known.get(fresh.id) !== html;
    if (old && old !== done && (!news || busy(old))) {
      // Where a hand is at work, what is only read is made new.
      for (const cell of news ? fresh.querySelectorAll("[data-read]") : []) {
        const read = old.querySelector(`[data-read="${cell.dataset.read}"]`);
        if (read) morph(read, cell);
      }
      all &&= !news;
      continue;
    }
    if (old) morph(old, fresh);
    else seat(fresh);
    known.set(fresh.id, html);
  }
  if (all) body.dataset.mark = page.body.dataset.mark;
  document.title = page.title;
  heardNow(Number(page.body.dataset.now));
  tick();
};

// What was typed and not sent outlives the way through the door.
const TYPED = "dvojtah-typed";
const remember = () => {
  const typed = [...document.querySelectorAll(`form[id] :is(${fields})`)].filter(changed);
  if (typed.length) sessionStorage.setItem(TYPED, JSON.stringify(typed.map((one) => [one.form.id, one.name, one.value])));
};
for (const [form, name, value] of JSON.parse(sessionStorage.getItem(TYPED) ?? "[]")) {
  const field = document.getElementById(form)?.elements[name];
  if (field) field.value = value;
}
sessionStorage.removeItem(TYPED);

// The page in an answer; undefined where it is the door: then the browser goes there. Fails where it is neither.
const read = async (answer) => {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.body.dataset.mark !== undefined) return page;
  if (!page.body.matches(".door")) throw new Error(answer.status);
  remember();
  location.assign("/");
};

// Sentences above everything: why something was not decided, until the next decision; and what is wrong with the store.
let broken = false;
const say = (id, page) => morph(document.getElementById(id), page.getElementById(id));

// What an answer says comes into this page; `done` is the part in which something was decided, where it was, and `part`
// one that is made new whether or not a hand is at work there.
const hear = async (answer, done, part = done) => {
  const page = await read(answer);
  if (!page) return;
  lost.hidden = true;
  if (done !== null) say("trouble", page);
  say("store", page);
  broken = page.body.dataset.closed !== undefined;
  if (!broken) take(page, answer.ok ? part : null);
};

let asking = false;
let decisions = 0;
const look = async () => {
  if (asking) return;
  asking = true;
  const before = decisions;
  try {
    const seen = broken ? "" : body.dataset.mark;
    const answer = await fetch(`/?seen=${seen}`, { signal: AbortSignal.timeout(10000) });
    if (before !== decisions) return; // what it says may be from before the decision
    if (answer.status === 204) {
      lost.hidden = true;
      heardNow(Number(answer.headers.get("Dvojtah-Now")));
    } else await hear(answer, null);
  } catch {
    lost.hidden = false;
  } finally {
    asking = false;
  }
};

// A field that is full takes nothing more: that is said, because a browser cuts off what is pasted without a word.
document.addEventListener("input", ({ target }) => {
  if (!target.matches("textarea")) return;
  document.getElementById("full").hidden = target.maxLength < 0 || target.value.length < target.maxLength;
});

// A decision: what the page says of it comes into this one, so nothing that is being written elsewhere is lost.
const sending = new WeakSet();
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method === "dialog") return;
  const button = event.submitter;
  event.preventDefault();
  if (sending.has(form)) return;
  const filled = new URLSearchParams(new FormData(form));
  if (String(filled).length > Number(body.dataset.largest)) {
    const trouble = document.getElementById("trouble");
    trouble.textContent = body.dataset.tooLarge;
    trouble.hidden = false;
    return;
  }
  sending.add(form);
  decisions += 1;
  button.setAttribute("aria-disabled", "true"); // a button that is disabled would lose the keyboard
  try {
    await hear(await fetch(form.action, { method: "POST", body: filled }), form.closest("[data-live]"));
  } catch {
    lost.hidden = false;
  } finally {
    sending.delete(form);
    button.removeAttribute("aria-disabled");
  }
});

// What can be done about a table is loaded when its row is opened.
document.addEventListener("toggle", async ({ target }) => {
  if (!target.open || !target.dataset.load) return;
  try {
    await hear(await fetch(target.dataset.load), null, target.closest("[data-live]"));
  } catch {
    lost.hidden = false;
  }
}, true);

document.addEventListener("visibilitychange", look);
setInterval(tick, 250);
setInterval(look, EVERY);
tick();
