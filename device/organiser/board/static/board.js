// Keeps a page of the board current: the server sends whole parts, this puts them in their places and runs the clocks.
import { heardNow, tick } from "./dials.js";
import { morph } from "./morph.js";

const body = document.body;
let heard = performance.now(); // not the time of day, which somebody may set

const place = (id, html) => {
  const old = document.getElementById(id);
  if (!old) return false;
  const template = document.createElement("template");
  template.innerHTML = html;
  const fresh = template.content.firstElementChild;
  fresh.hidden = fresh.hidden || (old.hidden && old.classList.contains("card"));
  morph(old, fresh);
  return true;
};

// The event may be named, or begin another game, while a page is open.
const entitle = () => {
  const event = document.getElementById("head")?.dataset.event;
  if (event) document.title = [body.dataset.title, event].filter(Boolean).join(" · ");
};

const take = (event) => {
  const message = JSON.parse(event.data);
  let all = true;
  const tables = document.getElementById("head")?.dataset.tables;
  for (const [id, html] of Object.entries(message.parts)) all = (id === "own" || place(id, html)) && all;
  body.dataset.seen = message.id;
  entitle();
  if (message.parts.own) again(); // what concerns one alone is on the page, not in the stream
  mark();
  if (!all || document.getElementById("head")?.dataset.tables !== tables) again();
  turn(0);
  look();
};

// A part came that has no place here, a new table's: the page is asked for again, not by everybody at once.
let asked = 0;
const again = () => { asked ||= setTimeout(anew, 400 + Math.random() * 1600); };
const anew = async () => {
  asked = 0;
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(10000) });
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    morph(document.querySelector("main"), page.querySelector("main"));
    Object.assign(body.dataset, { stream: page.body.dataset.stream, seen: page.body.dataset.seen, hold: page.body.dataset.hold }); // what changed since that page was drawn comes by the stream
    listen();
    turn(0);
    look();
  } catch {
    again();
  }
};

// How many lines of the standings the projector has room for: less where something is announced.
const fitting = (lines) => {
  if (!lines.length) return 1;
  for (const line of lines) line.hidden = false;
  const paper = document.getElementById("rank");
  const first = lines[0].getBoundingClientRect();
  const end = paper.getBoundingClientRect().bottom - parseFloat(getComputedStyle(paper).paddingBottom);
  return Math.max(1, Math.floor((end - first.top + 1) / first.height));
};

// A projected page shows so much at a time, and turns the pages: tables on the projector, sheets of a list elsewhere.
let shown = 0;
const turn = (by) => {
  if (body.classList.contains("list")) turnSheets(by);
  if (!body.classList.contains("projector")) return;
  const cards = [...document.querySelectorAll(".card")];
  const fit = Number(document.getElementById("cards").className.match(/fit(\d+)/)?.[1] || 1);
  const pages = Math.max(1, Math.ceil(cards.length / fit));
  shown = (shown + by) % pages;
  cards.forEach((card, n) => { card.hidden = Math.floor(n / fit) !== shown; });
  const turning = document.getElementById("turning");
  turning.textContent = turning.dataset.words.replace("{fit}", fit).replace("{page}", shown + 1).replace("{pages}", pages);
  const lines = [...document.querySelectorAll("#rank tbody tr")];
  const rows = fitting(lines);
  const sheets = Math.max(1, Math.ceil(lines.length / rows));
  sheet = (sheet + by) % sheets;
  lines.forEach((line, n) => { line.hidden = Math.floor(n / rows) !== sheet; });
};
let sheet = 0;

// Somebody who chose a page, or reads with the keyboard there, has three turns' time before it goes on.
let held = 0;
const turnSheets = (by) => {
  const sheets = [...document.querySelectorAll(".sheet")];
  if (!sheets.length) return;
  if (by && held > 0) { held -= 1; by = 0; }
  shown = (shown + by) % sheets.length;
  sheets.forEach((sheet, n) => { sheet.hidden = n !== shown; });
  document.querySelectorAll(".turning a").forEach((tab, n) => {
    tab.toggleAttribute("aria-current", n === shown);
    if (n === shown) tab.setAttribute("aria-current", "true");
    tab.hidden = Math.abs(n - shown) > 2 && tab !== document.activeElement;
  });
};
document.addEventListener("click", (event) => {
  const tab = event.target.closest?.(".turning a");
  if (!tab) return;
  event.preventDefault();
  shown = [...document.querySelectorAll(".turning a")].indexOf(tab);
  held = 3;
  turnSheets(0);
});

let stream;
const listen = () => {
  stream?.close();
  stream = new EventSource(body.dataset.stream);
  const mine = stream;
  const trouble = document.getElementById("trouble");
  stream.addEventListener("open", () => { trouble.hidden = true; turn(0); });
  stream.addEventListener("trouble", (event) => { trouble.hidden = event.data !== "1"; turn(0); });
  stream.addEventListener("parts", take);
  stream.addEventListener("now", (event) => { heard = performance.now(); heardNow(Number(event.data)); });
  stream.addEventListener("error", () => {
    // The browser comes back by itself and says what it saw last, unless the server refused it.
    if (mine === stream && mine.readyState === EventSource.CLOSED) askInstead();
  });
};

// There is no place for another stream: what changed is asked for at addresses that a cache may keep, for a minute or two.
const answer = async (path) => {
  const given = await fetch(path, { signal: AbortSignal.timeout(40000) });
  if (!given.ok) throw new Error(given.status);
  return given;
};
const askInstead = async () => {
  const mine = stream;
  const until = performance.now() + 60000 + Math.random() * 60000;
  try {
    heardNow(Number(await (await answer(new URL("../now", new URL(base, location)))).text()));
    while (mine === stream && performance.now() < until) {
      const text = await (await answer(`${body.dataset.parts}${body.dataset.seen}/${body.dataset.hold}`)).text();
      if (mine !== stream) return;
      const message = JSON.parse(text);
      heard = performance.now();
      if (message.hold) {
        body.dataset.hold = message.hold;
        document.getElementById("trouble").hidden = !message.trouble;
      } else take({ data: text });
      // Who hears late asks again at once, and so is never behind for long; where nothing is new, not all ask together.
      const pause = message.hold ? 50 + Math.random() * 200 : 20 + Math.random() * 30;
      await new Promise((done) => { setTimeout(done, pause); });
    }
  } catch {
    await new Promise((done) => { setTimeout(done, 3000 + Math.random() * 2000); });
  }
  if (mine === stream) listen();
};
const look = () => {
  tick();
  document.getElementById("lost").hidden = performance.now() - heard < 25000;
};

// Who one is: kept by this browser alone, as number and name, so that another event's number is nobody.
const OWN = "dvojtah-own";
const LETTERS = body.classList.contains("next") ? 1 : 2; // a table's number may be one figure
const MANY = 60; // lines of a list that a phone shows before anybody is looked for
const NARROW = matchMedia("(max-width: 52rem)");
const stored = () => JSON.parse(localStorage.getItem(OWN) ?? "null");
const base = body.dataset.stream.replace(/events.*/, "");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const own = document.getElementById("own");
if (own?.dataset.own) localStorage.setItem(OWN, JSON.stringify([own.dataset.own, own.dataset.name]));
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-forget]")) localStorage.removeItem(OWN);
  const seat = body.classList.contains("find") && NARROW.matches && event.target.closest?.("[data-own]");
  if (seat) location.assign(`${base}own/${seat.dataset.own}`);
});
const seek = document.querySelector("form.seek input");
const narrow = () => {
  const words = plain(seek.value.trim());
  const lines = document.querySelectorAll(".sheet li");
  body.classList.toggle("seeking", NARROW.matches && words.length < LETTERS && lines.length > MANY);
  for (const line of lines) line.hidden = NARROW.matches && words.length >= LETTERS && !plain(line.textContent).includes(words);
};
if (seek) {
  seek.addEventListener("input", narrow);
  seek.form.addEventListener("submit", (event) => { event.preventDefault(); narrow(); });
  narrow();
  if (body.classList.contains("find") && NARROW.matches && stored() && !location.search.includes("all")) location.replace(`${base}own/${stored()[0]}`);
}
const mark = () => {
  for (const line of document.querySelectorAll("tr[data-own]")) line.classList.toggle("mine", line.dataset.own === stored()?.[0]);
  if (seek) narrow();
};
mark();

turn(0);
look();
setInterval(look, 250);
setInterval(() => turn(1), 1000 * Number(body.dataset.turn));
listen();
