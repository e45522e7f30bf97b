// Keeps a page of the board current: the server sends whole parts, this puts them in their places and runs the clocks.
import { heardNow, tick } from "./dials.js";

const body = document.body;
let heard = performance.now(); // not the time of day, which somebody may set

const place = (id, html) => {
  const old = document.getElementById(id);
  if (!old) return false;
  const made = document.createElement("template");
  made.innerHTML = html;
  const fresh = made.content.firstElementChild;
  fresh.hidden = fresh.hidden || (old.hidden && old.classList.contains("card"));
  old.replaceWith(fresh);
  return true;
};

const take = (event) => {
  const said = JSON.parse(event.data);
  let all = true;
  for (const [id, html] of Object.entries(said.parts)) all = place(id, html) && all;
  body.dataset.version = event.lastEventId;
  if (!all) again();
  turn(0);
  look();
};
let asked = 0;
const again = () => {
  if (asked) return;
  asked = setTimeout(() => location.reload(), 400 + Math.random() * 1600); // a new table: not everybody at once
};

// The projector shows so many tables at a time, and turns the pages.
let shown = 0;
const turn = (by) => {
  if (!body.classList.contains("projector")) return;
  const cards = [...document.querySelectorAll(".card")];
  const fit = Number(document.getElementById("cards").className.match(/fit(\d+)/)?.[1] || 12);
  const pages = Math.max(1, Math.ceil(cards.length / fit));
  shown = (shown + by) % pages;
  cards.forEach((card, n) => { card.hidden = Math.floor(n / fit) !== shown; });
  const lines = [...document.querySelectorAll("#rank tbody tr")];
  const rows = 9;
  const sheets = Math.max(1, Math.ceil(lines.length / rows));
  sheet = (sheet + by) % sheets;
  lines.forEach((line, n) => { line.hidden = Math.floor(n / rows) !== sheet; });
};
let sheet = 0;

const listen = () => {
  const stream = new EventSource(body.dataset.stream);
  stream.addEventListener("parts", take);
  stream.addEventListener("now", (event) => { heard = performance.now(); heardNow(Number(event.data)); });
  stream.addEventListener("error", () => {
    // The browser comes back by itself and says what it saw last, unless the server refused it.
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
};
const look = () => {
  tick();
  document.getElementById("lost").hidden = performance.now() - heard < 25000;
};

turn(0);
look();
setInterval(look, 250);
setInterval(() => turn(1), 12000);
listen();
