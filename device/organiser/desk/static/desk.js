// Keeps a page of the desk current: asks for it anew and puts what changed in its place, but never under a hand at work.
// Forms and links within the page go the same way, so what is half typed elsewhere stays. Without this script the page
// works as well; it is then as new as its last reload.
import { heardNow, tick } from "./dials.js";
import { count, slips } from "./hand.js";
import { go } from "./keys.js";
import { morph } from "./morph.js";
import { adopt, close, originOf, settle } from "./questions.js";

const EVERY = 2000; // ms between two looks
const body = document.body;
const lost = document.getElementById("lost");
const known = new Map(); // what the server last said of each part
const fields = "input:not([type=hidden]), textarea, select";

for (const part of document.querySelectorAll("[data-live]")) known.set(part.id, part.outerHTML);

const changed = (field) => field.matches("select")
  ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
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
  // a copy: what stays on the fresh page tells the next part what it stands behind
  parent.insertBefore(document.importNode(fresh, true), after ? after.nextSibling : parent.firstChild);
};

// Puts the parts of a page in their places; those in which something was just done (`done`) in any case.
const take = (page, done = () => false, answered = null) => {
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
        const form = read?.closest("form") ?? null; // what a form is told of what is written there, only its answer changes
        if (read && (form === null || form === answered)) morph(read, cell);
      }
      continue;
    }
    known.set(fresh.id, html);
    for (const folded of old?.querySelectorAll("details[data-free]") ?? []) { // what is only folded stays as it is
      const same = fresh.querySelector(`details[data-key="${CSS.escape(folded.dataset.key)}"]`);
      if (same) same.open = folded.open;
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
    .filter((field) => field.type !== "file" && changed(field))
    .map((field) => [field.form.id, formKey(field.form), field.name, field.type === "checkbox" ? field.checked : field.value]);
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
// `form` is what was sent. Whether all of it came.
const hear = async (answer, done, { decided = false, form = null } = {}) => {
  const page = await read(answer);
  if (!page) return false;
  if (page.body.id !== body.id) {
    remember();
    location.assign(answer.url);
    return false;
  }
  lost.hidden = true;
  if (decided) {
    say("trouble", page);
    adopt(page, form);
  }
  say("store", page);
  broken = page.body.dataset.closed !== undefined;
  if (broken) return false;
  const address = page.body.dataset.address;
  take(page, answer.ok ? done : undefined, form);
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
const unheard = new WeakMap(); // of a form that no answer came to: what was sent, and its key
const SLOWEST = 10000; // ms that a hand waits for an answer before its slip is sent again

// The key under which a form is decided once, however often it is sent: the same one until it is answered or changed.
const keyOf = (form, text) => {
  const [before, key] = unheard.get(form) ?? [];
  if (before === text) return key;
  const fresh = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  unheard.set(form, [text, fresh]);
  return fresh;
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post") return; // a field may be called "method"
  event.preventDefault();
  send(form, { button: event.submitter });
});

// Sends a form; how that ended: "taken", "asked", "refused" or "lost". `typing`: somebody types on, so the keyboard stays.
const send = async (form, { button = form.querySelector("button"), typing = false } = {}) => {
  if (sending.has(form)) return "asked"; // twice pressed is pressed once
  const filled = new FormData(form, button);
  const whole = form.enctype === "multipart/form-data" ? filled : new URLSearchParams(filled);
  if (String(whole).length > Number(body.dataset.largest)) {
    const trouble = document.getElementById("trouble");
    trouble.textContent = body.dataset.tooLarge;
    trouble.hidden = false;
    return "refused";
  }
  if (whole !== filled) whole.set("act", keyOf(form, String(whole)));
  sending.add(form);
  button?.setAttribute("aria-disabled", "true"); // a button that is disabled would lose the keyboard
  const question = form.closest("#ask > section");
  const origin = question ? originOf(question) : form;
  const parts = [form, origin].map((part) => part?.closest("[data-live]"));
  let outcome = "lost";
  await during(async () => {
    const answer = await fetch(form.action, { method: "POST", body: whole, signal: typing ? AbortSignal.timeout(SLOWEST) : null });
    const open = document.querySelectorAll("#ask > section").length;
    const taken = await hear(answer, (part) => parts.includes(part), { decided: true, form: origin });
    if (!broken) unheard.delete(form);
    outcome = taken ? "taken" : broken ? "lost" : document.querySelectorAll("#ask > section").length > open ? "asked" : "refused";
    if (question && !broken) close(question);
    if (outcome === "taken") {
      settle(filled);
      if (origin && !parts[1]) origin.reset();
    }
    if (outcome === "taken" && origin && !typing) after(origin);
    if (outcome === "refused" && origin) blame(origin, typing);
  });
  sending.delete(form);
  button?.removeAttribute("aria-disabled");
  return outcome;
};

// What is wrong is said beside the field that it is about, where that is known, until something else is written there.
const blame = (form, typing) => {
  const { dataset: { field: names }, textContent } = document.getElementById("trouble");
  const field = names.split(" ").map((name) => form.elements[name]).find((candidate) => candidate?.matches?.(fields));
  if (!field) return;
  const remark = form.querySelector(".said") ?? document.createElement("small");
  remark.className = "said";
  remark.id = `said-${field.name}`;
  field.setAttribute("aria-describedby", remark.id);
  remark.textContent = textContent;
  field.closest("label").after(remark);
  field.setAttribute("aria-invalid", "true");
  field.closest("details:not([open])")?.setAttribute("open", "");
  if (!typing) field.focus();
  field.addEventListener("input", () => { remark.remove(); field.removeAttribute("aria-invalid"); }, { once: true });
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
  const question = link.closest("#ask > section"), origin = question && originOf(question);
  if (link.matches("[data-again]")) { // nothing was meant: back to what is written there
    event.preventDefault();
    if (!origin && await hand.back(question)) return;
    close(question);
    return origin?.querySelector(fields)?.focus();
  }
  const to = new URL(link.href);
  if (to.origin !== location.origin || to.pathname !== location.pathname || to.searchParams.has("lang")) return;
  if (link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  const given = link.matches("[data-give-up]") ? origin?.closest("[data-live]") : null;
  if (question) close(question);
  else {
    await hand.rests();
    hand.keepUnsent();
  }
  await during(async () => {
    await hear(await fetch(to), (part) => part.matches("[data-view]") && !question || part === given);
    const there = to.hash && document.getElementById(to.hash.slice(1));
    if (there?.matches("tr, li")) go(there);
    else there?.scrollIntoView({ block: "nearest" });
  });
});
document.getElementById("ask").addEventListener("click", async ({ target }) => {
  const question = target.closest("section");
  if (target.matches("[data-reopen]")) await hand.back(question);
  if (target.matches("[data-drop]")) close(question);
});

// So does a form that only asks, within its own page. Whether the organiser was heard.
const view = async (form) => {
  const to = new URL(form.action);
  to.search = new URLSearchParams(new FormData(form));
  let heard = false;
  await during(async () => { heard = await hear(await fetch(to), (part) => part.matches("[data-view]")); });
  return heard;
};
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "get" || new URL(form.action).pathname !== location.pathname) return;
  event.preventDefault();
  view(form);
});

const hand = slips({
  openSlip: (form) => view(form),
  send: (form) => send(form, { typing: true }),
  keep: (typed) => sessionStorage.setItem(TYPED, JSON.stringify(typed)),
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
  const [here, around] = [shown, bar].map((element) => element.getBoundingClientRect());
  bar.scrollLeft += here.left - around.left - (around.width - here.width) / 2;
}
document.addEventListener("visibilitychange", look);
setInterval(tick, 250);
setInterval(look, EVERY);
tick();
count();
