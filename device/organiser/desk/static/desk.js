// Keeps a page of the desk current: asks for it anew and puts what changed in its place, but never under a hand at work.
// Forms and links within the page go the same way, so what is half typed elsewhere stays. Without this script the page
// works as well; it is then as new as its last reload.
import { heardNow, tick } from "./dials.js";
import { go } from "./keys.js";
import { morph } from "./morph.js";

const EVERY = 2000; // ms between two looks
const body = document.body;
const lost = document.getElementById("lost");
const known = new Map(); // what the server last said of each part
const fields = "input:not([type=hidden]), textarea, select";

for (const part of document.querySelectorAll("[data-live]")) known.set(part.id, part.outerHTML);

const changed = (field) => field.matches("select")
  ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
  : field.matches("[type=checkbox]") ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

// Somebody is writing here, or has opened it to do something.
const busy = (part) => part.contains(document.activeElement) && document.activeElement.matches(fields)
  || part.matches("details[open]") || part.querySelector("details[open]:not([data-free])") !== null
  || [...part.querySelectorAll(fields)].some(changed);

// A part that is new comes after the one it stands behind on the fresh page.
const place = (fresh) => {
  const before = fresh.previousElementSibling?.id;
  const parent = fresh.parentElement.id ? document.getElementById(fresh.parentElement.id)
    : document.getElementById(before)?.parentElement;
  if (!parent) return;
  const after = before ? document.getElementById(before) : null;
  parent.insertBefore(fresh, after ? after.nextSibling : parent.firstChild);
};

// Puts the parts of a page in their places; those in which something was just done (`done`) in any case.
const take = (page, done = () => false) => {
  let all = true;
  const there = new Set();
  for (const fresh of [...page.querySelectorAll("[data-live]")]) {
    there.add(fresh.id);
    const old = document.getElementById(fresh.id);
    const html = fresh.outerHTML;
    const force = old && done(old);
    if (old && !force && known.get(fresh.id) === html) continue;
    if (old && !force && busy(old)) {
      all = false;
      for (const cell of fresh.querySelectorAll("[data-read]")) { // what is only read is made new
        const read = old.querySelector(`[data-read="${cell.dataset.read}"]`);
        if (read) morph(read, cell);
      }
      continue;
    }
    known.set(fresh.id, html);
    for (const one of old?.querySelectorAll("details[data-free]") ?? []) { // what is only folded stays as it is
      const same = fresh.querySelector(`details[data-key="${CSS.escape(one.dataset.key)}"]`);
      if (same) same.open = one.open;
    }
    if (!old) place(fresh);
    else if (old.matches("details") && !force) {
      fresh.open = old.open;
      morph(old, fresh);
    } else morph(old, fresh);
  }
  for (const old of document.querySelectorAll("[data-live]")) {
    if (!there.has(old.id) && (done(old) || !busy(old))) old.remove();
  }
  body.dataset.mark = all ? page.body.dataset.mark : "";
  document.title = page.title;
  heardNow(Number(page.body.dataset.now));
  tick();
  count();
};

// What was typed and not sent outlives the way through the door.
const TYPED = "dvojtah-typed";
const formKey = (form) => {
  const part = form.closest("[id]");
  return [part?.id ?? "", [...(part ?? document).querySelectorAll("form")].indexOf(form)];
};
const remember = () => {
  const typed = [...document.querySelectorAll(`form[method=post] :is(${fields})`)]
    .filter((one) => one.type !== "file" && changed(one))
    .map((one) => [one.form.id, formKey(one.form), one.name, one.type === "checkbox" ? one.checked : one.value]);
  if (typed.length) sessionStorage.setItem(TYPED, JSON.stringify([location.pathname, typed]));
};
const restore = () => {
  const [page, typed] = JSON.parse(sessionStorage.getItem(TYPED) ?? '["", []]');
  if (page !== location.pathname) return;
  sessionStorage.removeItem(TYPED);
  for (const [id, [part, n], name, value] of typed) {
    const form = id ? document.getElementById(id)
      : (part ? document.getElementById(part) : document)?.querySelectorAll("form")[n];
    const field = form?.elements[name];
    if (!field || field.length !== undefined && !field.matches?.("select")) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
    field.closest("details")?.setAttribute("open", "");
  }
};

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

// What an answer says comes into this page; `done` says of which parts in any case. `decided`: something was sent.
// Whether all of it came.
const hear = async (answer, done, decided = false) => {
  const page = await read(answer);
  if (!page) return false;
  if (page.body.id !== body.id) {
    remember();
    location.assign(answer.url);
    return false;
  }
  lost.hidden = true;
  if (decided) say("trouble", page);
  say("store", page);
  broken = page.body.dataset.closed !== undefined;
  if (broken) return false;
  const address = page.body.dataset.address;
  take(page, answer.ok ? done : undefined);
  if (answer.ok && address && address !== body.dataset.address) {
    body.dataset.address = address;
    history.replaceState(null, "", address);
  }
  return answer.ok;
};

let asking = false;
let decisions = 0;
const look = async () => {
  const here = body.dataset.address;
  if (asking || document.hidden || !here) return;
  asking = true;
  const before = decisions;
  try {
    const address = new URL(here, location.href);
    address.searchParams.set("seen", broken ? "" : body.dataset.mark);
    const answer = await fetch(address, { signal: AbortSignal.timeout(10000) });
    // What it says may be from before the decision, or of a view that was left meanwhile.
    if (before !== decisions || here !== body.dataset.address) return;
    if (answer.status === 204) {
      lost.hidden = true;
      heardNow(Number(answer.headers.get("Dvojtah-Now")));
    } else await hear(answer);
  } catch {
    lost.hidden = false;
  } finally {
    asking = false;
  }
};

// A field that is full takes nothing more: that is said, because a browser cuts off what is pasted without a word.
document.addEventListener("input", ({ target }) => {
  const full = target.matches("textarea") && target.form?.querySelector("#full");
  if (full) full.hidden = target.maxLength < 0 || target.value.length < target.maxLength;
});

// Something that somebody asked for is on its way; answers that were on theirs before are old by then.
const during = async (work) => {
  decisions += 1;
  body.dataset.sending = decisions;
  try {
    await work();
  } catch {
    lost.hidden = false;
  } finally {
    delete body.dataset.sending;
  }
};

// A decision: what the page says of it comes into this one, so nothing that is being written elsewhere is lost.
const sending = new WeakSet();
let origin = null; // the form that something was asked about
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post") return; // a field may be called "method"
  event.preventDefault();
  if (sending.has(form)) return; // twice pressed is pressed once
  const button = event.submitter ?? form.querySelector("button");
  const filled = new FormData(form, event.submitter);
  const whole = form.enctype === "multipart/form-data" ? filled : new URLSearchParams(filled);
  if (String(whole).length > Number(body.dataset.largest)) {
    const trouble = document.getElementById("trouble");
    trouble.textContent = body.dataset.tooLarge;
    trouble.hidden = false;
    return;
  }
  sending.add(form);
  button?.setAttribute("aria-disabled", "true"); // a button that is disabled would lose the keyboard
  if (!form.matches("[data-answer]")) origin = form;
  const part = form.closest("[data-live]"), asked = origin.closest("[data-live]");
  await during(async () => {
    const answer = await fetch(form.action, { method: "POST", body: whole });
    const taken = await hear(answer, (one) => one === part || one === asked, true);
    if (!taken) return document.querySelector("#ask :is(input:not([type=hidden]), button)")?.focus() ?? blame(origin);
    if (!asked) origin.reset();
    after(origin);
  });
  sending.delete(form);
  button?.removeAttribute("aria-disabled");
});

// What is wrong is said beside the field that it is about, where that is known, until something else is written there.
const blame = (form) => {
  const { dataset: { field: names }, textContent } = document.getElementById("trouble");
  const field = names.split(" ").map((name) => form.elements[name]).find((one) => one?.matches?.(fields));
  if (!field) return;
  const said = form.querySelector(".said") ?? document.createElement("small");
  said.className = "said";
  said.id = `said-${field.name}`;
  field.setAttribute("aria-describedby", said.id);
  said.textContent = textContent;
  field.closest("label").after(said);
  field.setAttribute("aria-invalid", "true");
  field.closest("details:not([open])")?.setAttribute("open", "");
  field.focus();
  field.addEventListener("input", () => { said.remove(); field.removeAttribute("aria-invalid"); }, { once: true });
};

// Where the keyboard goes after a form was taken: `data-then`, a selector.
const after = (form) => {
  const next = form.dataset.then && document.querySelector(form.dataset.then);
  if (!next) return;
  next.focus();
  next.select?.();
};

// A link within the page: another view of it comes into this one.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download")) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || to.pathname !== location.pathname || to.searchParams.has("lang")) return;
  if (link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  if (link.matches("[data-again]")) { // nothing was meant: back to what is written there
    document.getElementById("ask").replaceChildren();
    known.delete("ask");
    return origin?.querySelector(fields)?.focus();
  }
  const asked = link.matches("[data-give-up]") ? origin?.closest("[data-live]") : null;
  await during(async () => {
    await hear(await fetch(to), (one) => one.matches("[data-view]") || one === asked || one.id === "ask");
    const there = to.hash && document.getElementById(to.hash.slice(1));
    if (there?.matches("tr, li")) go(there);
    else there?.scrollIntoView({ block: "nearest" });
  });
});

// So does a form that only asks, within its own page; the keyboard goes to the first field of what it brings.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "get" || new URL(form.action).pathname !== location.pathname) return;
  event.preventDefault();
  const to = new URL(form.action);
  to.search = new URLSearchParams(new FormData(form));
  await during(async () => {
    await hear(await fetch(to), (one) => one.matches("[data-view]"));
    const first = form.id === "jump" && document.querySelector("#slip form input:not([type=hidden])");
    if (!first) return;
    form.reset();
    first.focus();
    first.select();
  });
});

// A slip: its sum counts with every key. Enter goes on to the next field, and enters what is written after the last.
const amount = (text) => {
  const plain = text.replace(/[\s\u00a0]/g, "").replace("−", "-").replace(",", ".").replace("½", ".5");
  return plain === "" ? 0 : Number(plain);
};
const said = (number, money) => {
  if (!Number.isFinite(number)) return "?";
  const { decimal, minus, plus } = document.documentElement.dataset; // the language's own signs
  const text = money ? Math.abs(number).toFixed(2) : String(Math.abs(number));
  return (Math.abs(number) < 0.005 ? "" : number < 0 ? minus : plus) + text.replace(".", decimal);
};
const count = () => {
  const slip = document.querySelector("form.slip");
  if (!slip) return;
  const seats = [...slip.querySelectorAll("[name^=seat]")].map((one) => amount(one.value));
  const sum = seats.reduce((all, one) => all + one, 0);
  const [total, off, between] = ["sum", "off", "between"].map((name) => slip.querySelector(`[data-${name}]`));
  if (total) total.textContent = said(sum, true);
  if (off) {
    off.textContent = said(-sum, true);
    off.classList.toggle("wrong-sum", !(Math.abs(sum) < 0.005));
  }
  if (between) between.textContent = said(seats[0] - seats[1], false);
};
document.addEventListener("input", count);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("form.slip [name^=seat]")) return;
  const seats = [...event.target.form.querySelectorAll("[name^=seat]")];
  const next = seats[seats.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

// What is seldom wanted of a row is loaded when it is opened; what is typed beside it stays.
document.addEventListener("toggle", async ({ target }) => {
  const from = target.dataset.load;
  if (!target.open || !from) return;
  delete target.dataset.load;
  try {
    const page = await read(await fetch(from));
    const fresh = page?.querySelector(`details[data-key="${CSS.escape(target.dataset.key)}"]`);
    if (!fresh) throw new Error("gone");
    target.replaceChildren(...fresh.childNodes);
    target.querySelector(fields)?.focus();
  } catch {
    target.dataset.load = from;
    target.open = false;
    lost.hidden = false;
  }
}, true);

restore();
const asked = location.hash && document.querySelector(`#rows > tr${CSS.escape(location.hash).replace("\\#", "#")}`);
if (asked) go(asked);
// The page that is shown, in the middle of a narrow navigation; scrollIntoView would have Tab begin there.
const shown = document.querySelector("nav [aria-current=page]"), bar = shown?.closest("nav");
if (shown) {
  const [here, around] = [shown, bar].map((one) => one.getBoundingClientRect());
  bar.scrollLeft += here.left - around.left - (around.width - here.width) / 2;
}
document.addEventListener("visibilitychange", look);
setInterval(tick, 250);
setInterval(look, EVERY);
tick();
count();
