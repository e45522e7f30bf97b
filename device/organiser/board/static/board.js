// Keeps a page of the board current: the server sends whole parts, this puts them in their places and runs the clocks.
"use strict";
(() => {
  const body = document.body;
  let ahead = Number(body.dataset.now) - Date.now(); // how far the organiser's clock is ahead of this one, in ms
  let heard = Date.now();

  const two = (n) => String(n).padStart(2, "0");
  const clock = (ms) => {
    if (ms < 0) {
      const past = Math.floor(-ms / 1000);
      return `-${Math.floor(past / 60)}:${two(past % 60)}`;
    }
    const seconds = Math.ceil(ms / 1000);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  };
  const write = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };

  const tick = () => {
    const now = Date.now() + ahead;
    for (const one of document.querySelectorAll("[data-ends]")) {
      let left = Number(one.dataset.ends) - now;
      if (one.dataset.starts) {
        const before = Number(one.dataset.starts) - now;
        if (before > 0) left = before;
        for (const said of one.parentElement.querySelectorAll("[data-phase]")) {
          said.hidden = (said.dataset.phase === "before") !== (before > 0);
        }
      }
      if (one.dataset.floor !== undefined) left = Math.max(0, left);
      write(one, clock(left));
      one.classList.toggle("late", left <= 0);
      one.classList.toggle("soon", left > 0 && left <= 30000);
    }
    for (const one of document.querySelectorAll("[data-since]")) {
      write(one, `${Math.max(0, Math.floor((now - Number(one.dataset.since)) / 60000))} min`);
    }
    document.getElementById("lost").hidden = Date.now() - heard < 25000;
  };

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
    const now = said.now - Date.now();
    if (now > ahead || Math.abs(now - ahead) > 2000) ahead = now;
    let all = true;
    for (const [id, html] of Object.entries(said.parts)) all = place(id, html) && all;
    body.dataset.version = event.lastEventId;
    if (!all) again();
    turn(0);
    tick();
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
    stream.addEventListener("parts", (event) => { heard = Date.now(); take(event); });
    stream.addEventListener("still", () => { heard = Date.now(); });
    stream.addEventListener("error", () => {
      // The browser comes back by itself and says what it saw last, unless the server refused it.
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    });
  };
  turn(0);
  tick();
  setInterval(tick, 250);
  setInterval(() => turn(1), 12000);
  listen();
})();
