// A clock button. What it does is numbered, stamped by this page's own clock and kept until the table has taken it; the
// table asks how that clock runs, and says what shows. Messages: device/browser/button.py.

const { side, version } = document.body.dataset;
const words = JSON.parse(document.body.dataset.words);
const me = document.getElementById("me"), they = document.getElementById("they");
const line = document.getElementById("line"), remark = document.getElementById("said"), ask = me.querySelector(".ask");
const KEPT = 64, SILENCE = 2500, LEAP = 250, RETRY = 1000, STILL = 100;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const code = (() => {
  const given = location.hash.slice(1, 21);
  try {
    return given || (localStorage.getItem("code") ?? "");
  } catch {
    return given;
  }
})();
const us = (ms) => Math.max(0, Math.round(ms * 1000));

// -- what is kept, also while the page is loaded anew -----------------------------------------------------------------

const NAME = `dvojtah-button-${side}`;
const number = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
const fresh = () => ({ telephone: number(), epoch: 0, next: 1, kept: [], down: false });
let own = fresh();
try {
  own = JSON.parse(sessionStorage.getItem(NAME)) ?? own;
} catch { /* a browser that keeps nothing */ }
const keep = () => {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(own));
  } catch { /* then only while the page is open */ }
};

// -- time: an epoch is a stretch in which this clock counts on --------------------------------------------------------

const steps = (() => { // how coarse the browser makes it, in us
  let least = Infinity;
  const until = performance.now() + 300;
  for (let n = 0; n < 3 && performance.now() < until; n += 1) {
    const before = performance.now();
    let now = before;
    while (now === before) now = performance.now();
    least = Math.min(least, now - before);
  }
  return us(Math.min(least, 300));
})();

let ahead = Date.now() - performance.now();

// Whether the clock stood still since it was looked at last: then the wall clock, which did not, has leapt ahead.
const hasSlept = () => {
  const now = Date.now() - performance.now(), leap = Math.abs(now - ahead);
  ahead = now;
  return leap > LEAP;
};

const beginEpoch = () => {
  own.epoch += 1;
  keep();
  hello();
};

// When an event happened: browsers stamp it before a busy page sees it. Some old ones count from somewhere else.
const stampOf = (event) => {
  const now = performance.now();
  return event && event.timeStamp <= now && event.timeStamp > now - 5000 ? event.timeStamp : now;
};

// -- the line ---------------------------------------------------------------------------------------------------------

let socket = null, heard = 0, goneAt = null, wait = 250, timed = false, state = null, stopped = "";

const say = (...message) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
};
const hello = () => {
  timed = false;
  say("hello", Number(version), code, own.telephone, own.epoch, steps, own.kept[0]?.[1] ?? own.next, own.next, Date.now());
};
const sendKept = () => {
  if (own.kept.length) say("press", own.kept);
};

const connect = () => {
  if (stopped) return;
  const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}/button/${side}/line`);
  socket = opened;
  heard = performance.now();
  opened.onopen = () => {
    if (hasSlept()) own.epoch += 1;
    hello();
    sendKept();
  };
  opened.onmessage = (event) => {
    if (opened === socket) hear(JSON.parse(event.data), performance.now());
  };
  opened.onclose = (event) => {
    if (opened === socket) leave(event.code);
  };
};

const leave = (code) => {
  const old = socket;
  socket = null;
  old.onclose = old.onmessage = old.onopen = null;
  old.close();
  timed = false;
  goneAt ??= new Date();
  if (code === 4001) stopped = "twin";
  show();
  setTimeout(connect, wait);
  wait = Math.min(wait * 2, RETRY);
};

// A telephone shakes only once its page was touched, and the first finger counts when it is lifted.
let owed = null;
const vibrate = (pattern) => {
  if (navigator.userActivation?.hasBeenActive === false) owed = pattern;
  else navigator.vibrate?.(pattern);
};

const takes = {
  ping: (at, mark) => say("pong", own.epoch, mark, us(at), us(performance.now())),
  ack: (at, last) => {
    own.kept = own.kept.filter((change) => change[1] > last);
    keep();
  },
  again: sendKept,
  renew: () => {
    own = { ...fresh(), epoch: own.epoch, kept: own.kept };
    for (const change of own.kept) change[1] = own.next++;
    keep();
    hello();
    sendKept();
  },
  outdated: () => {
    stopped = "outdated";
  },
  stranger: () => {
    stopped = "stranger";
  },
  table: (at, now) => {
    if (state && now.answer !== state.answer && now.said) vibrate(now.counts ? 40 : [70, 60, 70]);
    state = now;
    timed = now.doubt !== null;
    goneAt = null;
    wait = 250;
  },
};

const hear = ([word, ...values], at) => {
  heard = at;
  takes[word]?.(at, ...values);
  show();
};

setInterval(() => {
  if (hasSlept()) beginEpoch();
  if (socket && performance.now() - heard > SILENCE) leave(0);
}, 250);
setInterval(() => {
  if (own.down && timed) say("live", own.epoch, us(performance.now()), own.next - 1);
}, STILL);
for (const what of ["online", "pageshow"]) addEventListener(what, () => { if (!socket) connect(); });

// -- the button -------------------------------------------------------------------------------------------------------

const fingers = new Set();

const change = (down, event) => {
  if (own.down === down) return;
  if (hasSlept()) beginEpoch();
  const change = [own.epoch, own.next, Number(down), us(stampOf(event)), Date.now()];
  own.next += 1;
  own.down = down;
  own.kept.push(change);
  own.kept.splice(0, own.kept.length - KEPT);
  keep();
  say("press", [change]);
  show();
};

const press = (event, finger) => {
  if (stopped === "twin") {
    own = { ...fresh(), epoch: own.epoch };
    keep();
    stopped = "";
    connect();
  } else if (stopped === "outdated") {
    location.reload();
  } else if (state && !state.mine && socket) {
    say("take");
  } else if (!stopped) {
    fingers.add(finger);
    change(true, event);
  }
  stayAwake();
};
const release = (event, finger) => {
  if (owed) vibrate(owed);
  owed = null;
  fingers.delete(finger);
  if (!fingers.size) change(false, event);
};

me.addEventListener("pointerdown", (event) => {
  try {
    me.setPointerCapture(event.pointerId);
  } catch { /* a finger that is gone already */ }
  press(event, event.pointerId);
});
for (const what of ["pointerup", "pointercancel", "lostpointercapture"]) {
  me.addEventListener(what, (event) => release(event, event.pointerId));
}
const isKey = (event) => event.key === " " || event.key === "Enter";
addEventListener("keydown", (event) => {
  if (!isKey(event)) return;
  event.preventDefault();
  if (!event.repeat) press(event, event.key);
});
addEventListener("keyup", (event) => { if (isKey(event)) release(event, event.key); });
const letGo = () => {
  fingers.clear();
  change(false, null);
};
addEventListener("blur", letGo);
addEventListener("pagehide", letGo);
addEventListener("contextmenu", (event) => event.preventDefault());
addEventListener("beforeunload", (event) => { if (own.kept.length && !timed) event.preventDefault(); });

// -- the screen stays on where the browser lets it --------------------------------------------------------------------

let lock = null;
const stayAwake = async () => {
  if (!("wakeLock" in navigator) || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch { /* the battery is low, or the page is not seen */ }
};
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (hasSlept()) beginEpoch();
  if (!socket) connect();
  stayAwake();
});

// -- what shows -------------------------------------------------------------------------------------------------------

const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };
const ALARMS = ["", "low", "last", "over"];

const draw = (element, face, hint) => {
  write(element.querySelector(".name"), face.name);
  write(element.querySelector(".time"), face.time);
  write(element.querySelector(".words"), hint || face.words);
  for (const [n, name] of ALARMS.entries()) if (name) element.classList.toggle(name, face.alarm === n);
  element.classList.toggle("turn", face.turn);
  element.classList.toggle("still", face.turn && !face.runs);
  element.classList.toggle("short", face.time.length < 5);
  element.classList.toggle("long", face.time.length > 5);
  element.classList.toggle("word", !/\d/.test(face.time));
};

const question = () => {
  if (stopped === "twin") return [words.twin, words.here];
  if (stopped === "outdated") return [words.outdated, words.reload];
  if (stopped === "stranger") return [words.stranger, ""];
  if (state && !state.allowed) return [words.forbidden, ""];
  return state && !state.mine && !goneAt ? [words.taken, words.take] : null;
};

const show = () => {
  document.body.classList.toggle("gone", goneAt !== null);
  document.body.classList.toggle("waiting", !timed && goneAt === null);
  me.classList.toggle("down", own.down);
  if (state?.table) {
    const { me: mine, they: theirs, hint } = state.table;
    draw(me, mine, hint);
    draw(they, theirs, "");
    write(me.querySelector(".score"), mine.total + (mine.crosses ? ` ${"×".repeat(Math.min(mine.crosses, 3))}` : ""));
    const bar = me.querySelector(".bar");
    bar.hidden = mine.share === null;
    bar.firstElementChild.style.transform = `scaleX(${Math.max(0, Math.min(1, mine.share ?? 0))})`;
  }
  const asked = question();
  ask.hidden = asked === null;
  if (asked) for (const n of [0, 1]) write(ask.children[n], asked[n]);
  const time = goneAt?.toLocaleTimeString(document.documentElement.lang, { timeStyle: "medium", hourCycle: "h23" });
  if (stopped) write(line, "");
  else if (goneAt) write(line, state ? fill(words.gone, { time }) : words.connecting);
  else if (!timed) write(line, state ? words.timing : words.connecting);
  else write(line, fill(words.exact, { ms: state.doubt }));
  const waits = own.kept.some((change) => change[2]) && (goneAt !== null || !timed);
  const tip = "wakeLock" in navigator ? "" : words.awake;
  write(remark, waits ? words.kept : goneAt ? "" : own.down ? words.down : state?.said || tip);
};

own.epoch += 1; // this page's clock has just begun
if (own.down) change(false, null); // it was pressed when the page was left
keep();
show();
connect();
