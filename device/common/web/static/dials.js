// Runs the clocks and the minutes of a page by the event's time. This machine's time of day has no part in it: it may be
// hours off and may be set at any moment; performance.now() only ever goes on.
// data-ends: counts down to that moment; data-starts: to that one first; data-floor: never below 0; data-since: minutes.
// The page's data-minus is its language's own.

let ahead = Number(document.body.dataset.now) - performance.now(); // how far the event's clock is ahead of this, in ms

const two = (n) => String(n).padStart(2, "0");

const clock = (ms) => {
  if (ms < 0) {
    const past = Math.floor(-ms / 1000);
    return `${document.documentElement.dataset.minus}${Math.floor(past / 60)}:${two(past % 60)}`;
  }
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
};

const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

// The event's time in ms, as a message has just said it: the quickest message is right, unless this machine has slept.
export const heardNow = (ms) => {
  const now = ms - performance.now();
  if (now > ahead || Math.abs(now - ahead) > 2000) ahead = now;
};

export const tick = () => {
  const now = performance.now() + ahead;
  for (const dial of document.querySelectorAll("[data-ends]")) {
    let left = Number(dial.dataset.ends) - now;
    if (dial.dataset.starts) {
      const before = Number(dial.dataset.starts) - now;
      if (before > 0) left = before;
      for (const words of dial.parentElement.querySelectorAll("[data-phase]")) {
        words.hidden = (words.dataset.phase === "before") !== (before > 0);
      }
    }
    if (dial.dataset.floor !== undefined) left = Math.max(0, left);
    write(dial, clock(left));
    dial.classList.toggle("late", left <= 0);
    dial.classList.toggle("soon", left > 0 && left <= 30000);
  }
  for (const since of document.querySelectorAll("[data-since]")) {
    write(since, `${Math.max(0, Math.floor((now - Number(since.dataset.since)) / 60000))} min`);
  }
};
