// A stack of slips entered by keys: a table's number, Enter, a figure for each seat, Enter, the next number. That order
// never changes. Keys that come before the organiser's answer wait and go on after it; whatever is wrong with an entry is
// asked beside (questions.js) and moves no key into another field, for figures there would be heard as another table's.
import { isGoing } from "./keys.js";
import { close, entryOf, focusQuestion, keepEntry } from "./questions.js";

const AGAIN = 1000; // ms until what the organiser did not answer is asked for, or sent, again
const writing = "input:not([type=hidden], [type=checkbox]), textarea, select";
const jump = () => document.querySelector("#jump input[name=more]");
const slip = () => document.querySelector("#slip form.slip, #slip form.undrawn");
const seats = () => [...document.querySelectorAll("#slip [name^=seat]")];
const isHand = (field) => field === jump() || seats().includes(field);
const both = /^\s*([^\s:–-][^:–-]*)[:–-](.+)$/; // a result in one field: 1:0, ½–½
const focus = (field) => { field.focus(); field.select(); };

// A slip: its sum counts with every key.
const amount = (text) => {
  const plain = text.replace(/[\s\u00a0]/g, "").replace(/(,[-–—]+)?(kč|kc|czk)?$/i, "").replace("−", "-").replace(",", ".").replace(/½|^1\/2$|^=$/, ".5");
  return plain === "" ? 0 : Number(plain);
};
const figure = (number, money) => {
  if (!Number.isFinite(number)) return "?";
  const { decimal, minus, plus } = document.documentElement.dataset; // the language's own signs
  const text = money ? Math.abs(number).toFixed(2) : String(Math.abs(number));
  return (Math.abs(number) < 0.005 ? "" : number < 0 ? minus : plus) + text.replace(".", decimal);
};
export const count = () => {
  const form = slip();
  if (!form) return;
  const figures = seats().map((field) => amount(field.value));
  const sum = figures.reduce((total, points) => total + points, 0);
  const [total, off, between] = ["sum", "off", "between"].map((name) => form.querySelector(`[data-${name}]`));
  if (total) total.textContent = figure(sum, true);
  if (off) {
    off.textContent = figure(-sum, true);
    off.classList.toggle("wrong-sum", !(Math.abs(sum) < 0.005));
  }
  if (between) between.textContent = figure(figures[0] - figures[1], false);
};
document.addEventListener("input", ({ target }) => {
  count();
  const agreed = target.matches("[name^=seat]") && target.form.elements.agreed;
  if (agreed) agreed.checked = false; // the difference that was agreed is another one now
});

const entry = () => ({
  ...Object.fromEntries([...slip().querySelectorAll("input[type=hidden]")].map((field) => [field.name, field.value])),
  ...Object.fromEntries(seats().map((field) => [field.name, field.value])),
});
const title = ({ table, ...fields }) => {
  const figures = Object.keys(fields).filter((name) => name.startsWith("seat")).sort().map((name) => fields[name] || "–");
  return `${document.getElementById("unsent").dataset.table.replace("{n}", table)}: ${figures.join(" : ")}`;
};

// What the keyboard and the organiser's answers do to the slips. `openSlip(form)` asks for the slip of the table that is
// written in `#jump` and answers whether it was heard; `send(form)` answers "taken", "asked", "refused" or "lost"; `keep`
// has fields filled in on the page that comes next.
export const slips = ({ openSlip, send, keep }) => {
  const ahead = []; // keys that wait for an answer
  let waiting = null; // the field that was left by Enter, and what stood there
  let resting = []; // who goes on once nothing waits any more
  const show = () => {
    const line = document.getElementById("ahead");
    if (!line) return;
    line.hidden = ahead.length === 0;
    line.querySelector("b").textContent = ahead.map((key) => ({ Enter: " ⏎ ", Backspace: "⌫" })[key] ?? key).join("");
  };

  // What is written in a slip and was not taken is kept as a question before another slip takes its place.
  const keepUnsent = () => {
    const form = slip();
    if (!form || form.dataset.asked !== undefined || seats().every((field) => field.value === field.defaultValue)) return;
    keepEntry(entry(), title(entry()), form.dataset.refused ?? "");
  };
  // A table that is not drawn has a slip, too, which is never sent: its figures are no numbers of tables.
  const undrawn = (number) => {
    const form = document.createElement("form");
    form.className = "undrawn";
    const field = (name, value, type) => Object.assign(document.createElement("input"), { name, value, type, autocomplete: "off" });
    form.append(field("do", "result", "hidden"), field("table", number, "hidden"), field("round", jump().form.elements.round.value, "hidden"));
    for (let n = 0; n < document.querySelectorAll(".results thead th").length - 2; n += 1) {
      const label = document.createElement("label");
      label.append(`${n + 1} `, field(`seat${n}`, "", "text"));
      form.append(label);
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("slip").append(form);
  };

  // Opens the slip of the table whose number is written in `#jump`; with what was `typed` there before, if anything.
  const open = async (typed = null) => {
    keepUnsent();
    const number = jump().value.trim();
    waiting = [jump(), jump().value];
    while (!await openSlip(jump().form)) await new Promise((done) => setTimeout(done, AGAIN));
    waiting = null;
    if (document.querySelector("#slip > .warning")) undrawn(number);
    for (const field of seats()) field.value = typed?.[field.name] ?? field.value;
    count();
    jump().value = "";
    focus(seats()[0] ?? jump());
    goOn();
  };
  // Nobody has to send a slip again that no answer came to; it is said as long as none comes, and can be discarded.
  const sendUntilHeard = async (form) => {
    const written = entry();
    let outcome = await send(form), question = null;
    while (outcome === "lost") {
      const [lost, trouble] = ["lost", "trouble"].map((id) => document.getElementById(id));
      question ??= keepEntry(written, title(written), (lost.hidden ? trouble : lost).textContent);
      await new Promise((done) => setTimeout(done, AGAIN));
      if (!question.isConnected) break;
      outcome = await send(form);
    }
    if (question?.isConnected) close(question);
    return outcome;
  };
  const enter = async (form, last) => {
    if (form.matches(".undrawn")) {
      keepEntry(entry(), title(entry()), document.querySelector("#slip > .warning").textContent);
      form.dataset.asked = "";
      focus(jump());
      return goOn();
    }
    waiting = [last, last.value];
    const outcome = await sendUntilHeard(form);
    waiting = null;
    if (outcome === "refused") form.dataset.refused = document.getElementById("trouble").textContent;
    else form.dataset.asked = "";
    if (outcome === "taken" || outcome === "asked") focus(jump());
    else if (form.contains(document.activeElement)) {
      const heading = document.querySelector("#slip h2");
      heading.tabIndex = -1;
      heading.focus();
    }
    return goOn();
  };

  // Whether a key was one of the hand's; `at` is where the keyboard is.
  const press = (key, at, repeat = false) => {
    if (key === "/" && at === jump()) { // which leads here: it is no part of a number
      focus(at);
      return true;
    }
    if (key === "Enter" && isHand(at)) {
      if (repeat || !at.value.trim()) return true; // pressed twice: nothing moves
      const fields = seats(), next = fields[fields.indexOf(at) + 1];
      if (at === jump()) open();
      else if (fields.length === 2 && next && both.test(at.value)) {
        [, fields[0].value, fields[1].value] = both.exec(at.value);
        count();
        enter(at.form, fields[1]);
      } else if (next) focus(next);
      else enter(at.form, at);
      return true;
    }
    if (key === "*" && isHand(at)) return focusQuestion();
    if (/^[0-9]$/.test(key) && !at.matches(writing) && !isGoing()) {
      if (at.closest("#ask")) return true; // digits answer no question
      focus(jump());
    }
    return false;
  };
  const write = (key, field) => {
    if (key === "Backspace" && field.selectionStart === field.selectionEnd && field.selectionStart) {
      field.setSelectionRange(field.selectionStart - 1, field.selectionEnd);
    }
    field.setRangeText(key === "Backspace" ? "" : key, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const goOn = () => {
    while (ahead.length && !waiting) {
      const key = ahead.shift();
      if (press(key, document.activeElement) || key === "Enter") continue;
      if (!isHand(document.activeElement)) focus(jump());
      write(key, document.activeElement);
    }
    show();
    if (waiting) return;
    for (const go of resting) go();
    resting = [];
  };
  const rests = () => new Promise((go) => waiting ? resting.push(go) : go());
  document.addEventListener("keydown", (event) => {
    const { key, target, repeat } = event;
    if (!jump() || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (!waiting) {
      if (!press(key, target, repeat)) {
        if (/^[0-9]$/.test(key) && target !== document.activeElement) event.stopPropagation(); // it is the hand's now
        return;
      }
    } else {
      const elsewhere = target.matches(writing) && !isHand(target) || target.closest("#ask");
      if (elsewhere || key.length > 1 && !["Enter", "Backspace", "Escape"].includes(key)) return;
      if (key === "Escape") ahead.length = 0;
      else if (key !== "Enter" || !repeat) ahead.push(key);
      show();
    }
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // The keys of a telephone's screen have no names: what they write meanwhile waits, too.
  document.addEventListener("input", ({ target }) => {
    if (waiting?.[0] === target && target.value !== waiting[1]) {
      ahead.push(...target.value.slice(waiting[1].length));
      target.value = waiting[1];
      show();
    } else if (!waiting && seats().includes(target)) delete target.form.dataset.asked; // another entry
  });
  document.getElementById("jump")?.addEventListener("submit", (event) => { // not by Enter
    event.preventDefault();
    event.stopPropagation();
    if (!waiting && jump().value.trim()) open();
  });

  // A slip as it was written in a question; whether there is one.
  const back = async (question) => {
    const typed = entryOf(question);
    if (typed.do !== "result") return false;
    await rests();
    question.remove();
    if (jump() && jump().form.elements.round.value === typed.round) {
      jump().value = typed.table;
      await open(typed);
    } else {
      const seated = Object.entries(typed).filter(([name]) => name.startsWith("seat"));
      keep(["/results", seated.map(([name, value]) => ["", ["slip", 0], name, value])]);
      location.assign(`/results?round=${typed.round}&more=${typed.table}`);
    }
    return true;
  };
  return { back, keepUnsent, rests };
};
