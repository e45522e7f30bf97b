// Keeps the desk's pages about entrants, draws and results current. Without this script they work as well; they are then
// as new as their last reload.
import { go } from "./keys.js";
import { morph } from "./morph.js";

const EVERY = 3000; // ms between two looks
const fields = "input:not([type=hidden]), textarea, select";
const body = document.body;
const lost = document.getElementById("lost");
const known = new Map();

for (const part of document.querySelectorAll("[data-live]")) known.set(part.id, part.outerHTML);

const changed = (field) => field.matches("select")
  ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
  : field.matches("[type=checkbox]") ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

// Somebody is writing here, or has opened it to do something.
const busy = (part) => part.contains(document.activeElement) && document.activeElement.matches(fields)
  || part.querySelector("details[open]") !== null
  || [...part.querySelectorAll(fields)].some(changed);

// A part that is new comes after the one it stands behind on the fresh page.
const place = (fresh) => {
  const before = fresh.previousElementSibling?.id;
  const parent = document.getElementById(fresh.parentElement.id);
  if (!parent) return;
  const after = before ? document.getElementById(before) : null;
  parent.insertBefore(fresh, after ? after.nextSibling : parent.firstChild);
};

const take = (page) => {
  let all = true;
  const there = new Set();
  for (const fresh of [...page.querySelectorAll("[data-live]")]) {
    there.add(fresh.id);
    const old = document.getElementById(fresh.id);
    const html = fresh.outerHTML;
    if (old && known.get(fresh.id) === html) continue;
    if (old && busy(old)) {
      all = false;
      for (const cell of fresh.querySelectorAll("[data-read]")) { // what is only read is made new
        const read = old.querySelector(`[data-read="${cell.dataset.read}"]`);
        if (read) morph(read, cell);
      }
      continue;
    }
    known.set(fresh.id, html);
    if (old) morph(old, fresh);
    else place(fresh);
  }
  for (const old of document.querySelectorAll("[data-live]")) {
    if (!there.has(old.id) && !busy(old)) old.remove();
  }
  if (all) body.dataset.mark = page.body.dataset.mark;
  document.title = page.title;
};

let asking = false;
const look = async () => {
  if (asking || document.hidden) return;
  asking = true;
  try {
    const address = new URL(body.dataset.address, location.href);
    address.searchParams.set("seen", body.dataset.mark);
    const answer = await fetch(address, { signal: AbortSignal.timeout(10000) });
    if (answer.status !== 204) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (page.body.matches(".door")) return location.assign("/");
      if (page.body.dataset.mark === undefined || page.body.id !== body.id) throw new Error(answer.status);
      take(page);
    }
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  } finally {
    asking = false;
  }
};
if (body.dataset.address) {
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}

// What is seldom wanted of a row is loaded when it is opened; what is typed beside it stays.
document.addEventListener("toggle", async ({ target }) => {
  const from = target.dataset.load;
  if (!target.open || !from) return;
  delete target.dataset.load;
  try {
    const page = new DOMParser().parseFromString(await (await fetch(from)).text(), "text/html");
    if (page.body.matches(".door")) return location.assign("/");
    const fresh = page.querySelector(`details[data-key="${CSS.escape(target.dataset.key)}"]`);
    if (!fresh) throw new Error("gone");
    target.replaceChildren(...fresh.childNodes);
    target.querySelector(fields)?.focus();
  } catch {
    target.dataset.load = from;
    target.open = false;
    lost.hidden = false;
  }
}, true);

// What is typed and not sent, how far the page is scrolled and where the keyboard is outlive a form that is sent.
const KEPT = "dvojtah-desk-kept";
const formKey = (form) => {
  const part = form.closest("[id]");
  return [part?.id ?? "", [...(part ?? document).querySelectorAll("form")].indexOf(form)];
};
const formOf = ([id, n]) => (id ? document.getElementById(id) : document)?.querySelectorAll("form")[n];

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) return event.preventDefault(); // twice pressed is pressed once
  form.dataset.sent = "yes";
  const typed = [...document.querySelectorAll(`form[method=post] :is(${fields})`)]
    .filter((one) => one.form !== form && one.type !== "file" && changed(one))
    .map((one) => [formKey(one.form), one.name, one.type === "checkbox" ? one.checked : one.value]);
  const row = form.closest("tr[id]");
  const kept = { page: body.id, typed, scroll: scrollY, row: row?.id, result: form.matches(".paper"), form: formKey(form) };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
});

const restore = () => {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  if (kept?.page !== body.id) {
    const asked = document.querySelector("#rows > tr[id]:target"); // its forms were asked for
    if (asked) go(asked);
    return;
  }
  for (const [key, name, value] of kept.typed) {
    const field = formOf(key)?.elements[name];
    if (!field || field.length !== undefined && !field.matches?.("select")) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
  }
  scrollTo({ top: kept.scroll, behavior: "instant" });
  if (kept.form[0] === "enrol") document.querySelector("#enrol input:not([type=hidden])").focus({ preventScroll: true });
  const row = kept.row && document.getElementById(kept.row);
  if (!row) return;
  const failed = document.getElementById("trouble");
  if (kept.result && !failed) { // the next slip
    const rows = [...document.querySelectorAll(".results tbody tr")];
    const next = rows.slice(rows.indexOf(row) + 1).find((one) => one.querySelector("input[name=seat0]")?.value === "");
    (next?.querySelector("input[name=seat0]") ?? row.querySelector("input[name=seat0]")).focus({ preventScroll: !next });
  } else if (kept.result) row.querySelector("input[name=seat0]").focus();
  else go(row);
};

restore();
