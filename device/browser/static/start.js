// Keeps the states of the tables current, without loading the page anew: focus, reading position and a screen reader stay.
const EVERY_MS = 4000;

const lines = (page) => [...page.querySelectorAll("h1, h2, p, section > img")];

const look = async () => {
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(EVERY_MS) });
    if (!answer.ok) throw new Error(answer.status);
    const fresh = lines(new DOMParser().parseFromString(await answer.text(), "text/html"));
    const shown = lines(document);
    if (fresh.length !== shown.length) return location.reload(); // another set of tables, or a network came
    document.body.classList.remove("gone");
    shown.forEach((line, n) => { if (line.outerHTML !== fresh[n].outerHTML) line.replaceWith(fresh[n]); });
  } catch {
    document.body.classList.add("gone"); // the program is being started anew, or has ended
  }
  setTimeout(look, EVERY_MS);
};

setTimeout(look, EVERY_MS);
