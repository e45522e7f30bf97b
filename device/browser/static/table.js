/* A table in the browser: shows the pictures that come, sends touches and keys, says at once when the line is gone. */
"use strict";

const BEAT = 2500, RETRY = [250, 1000], STILL = 150, ALIVE = 5000, SEEN = 16;
const MINE = 4001, ELSEWHERE = 4002;
const el = (id) => document.getElementById(id);
const picture = el("picture"), paper = picture.getContext("2d", { alpha: false });
const coarse = matchMedia("(pointer: coarse)").matches;
const looks = new URLSearchParams(location.search).has("look");
let words = JSON.parse(el("words").textContent);

function stored(store, key, value) {
  try {
    if (value === undefined) return store.getItem(key) || "";
    store.setItem(key, value);
  } catch { /* a browser that keeps nothing */ }
  return value || "";
}

function ident() {
  const known = stored(sessionStorage, "ident");
  if (/^[0-9a-f]{32}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return stored(sessionStorage, "ident", Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

let code = location.hash.slice(1) || stored(localStorage, "code");
if (location.hash) {
  stored(localStorage, "code", code);
  history.replaceState(null, "", location.pathname + location.search);
}
const state = window.table = {
  seq: 0, frames: 0, bytes: 0, holds: false, lost: 0, whole: false, size: [0, 0], drawn: [], last: 0,
};

/* -- words ------------------------------------------------------------------------------------------------------- */

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function speak() {
  document.documentElement.lang = words.lang;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
  el("display0").setAttribute("aria-label", words.left);
  el("display1").setAttribute("aria-label", words.right);
  el("enter").textContent = words.enter;
}

/* -- where things are -------------------------------------------------------------------------------------------- */

const LYING = [3 / 2, 16 / 9], UPRIGHT = [9 / 16, 2 / 3];

function fitted(wide, high) {
  const [least, most] = high > wide ? UPRIGHT : LYING;
  const share = Math.min(Math.max(wide / high, least), most);
  const width = Math.min(wide, high * share);
  return [width, width / share];
}

function layout() {
  const box = el("table").getBoundingClientRect(), W = box.width, H = box.height, gap = 8;
  const shows = !document.body.classList.contains("without");
  const dots = 64 / (devicePixelRatio || 1), fit = (room) => room < dots ? room : Math.floor(room / dots) * dots;
  const below = fit(Math.min(H * 0.16, (W - 100 - 4 * gap) / 4)), aside = fit(Math.min(W * 0.1, (H - 60 - 4 * gap) / 2));
  const high = Math.max(shows ? below + 4 : 0, 46), across = Math.max(shows ? 2 * aside + 4 : 0, 100);
  const ways = [{ down: true, w: W, h: H - high - 2 * gap }, { down: false, w: W - across - 2 * gap, h: H }];
  for (const way of ways) [way.pw, way.ph] = fitted(way.w, way.h);
  const way = H > W ? ways[0] : ways[0].pw * ways[0].ph > ways[1].pw * ways[1].ph ? ways[0] : ways[1];
  const beside = el("beside").style;
  if (way.down) {
    Object.assign(beside, { left: "0", top: `${way.h}px`, width: `${W}px`, height: `${H - way.h}px`, flexDirection: "row" });
  } else {
    Object.assign(beside, { left: `${way.w}px`, top: "0", width: `${W - way.w}px`, height: `${H}px`, flexDirection: "column" });
  }
  document.body.style.setProperty("--beside", way.down ? `${H - way.h}px` : "0px");
  const face = way.down ? below : aside;
  for (const shown of document.querySelectorAll(".display")) {
    shown.style.height = `${face}px`;
    shown.style.width = `${2 * face}px`;
    shown.style.imageRendering = face < dots ? "auto" : "";
  }
  state.place = way;
  place();
  const scale = Math.min(devicePixelRatio || 1, 3);
  const size = [Math.max(1, Math.round(way.w * scale)), Math.max(1, Math.round(way.h * scale))];
  if (size[0] !== state.size[0] || size[1] !== state.size[1]) {
    state.size = size;
    say("size", ...size);
  }
}

function place() {
  const way = state.place;
  if (!way) return;
  const share = Math.min(way.w / picture.width, way.h / picture.height);
  const w = picture.width * share, h = picture.height * share;
  Object.assign(picture.style, {
    width: `${w}px`, height: `${h}px`, left: `${(way.w - w) / 2}px`, top: `${Math.max(0, (way.h - h) / 2)}px`,
  });
}

let settle = 0;
function onResize() {
  clearTimeout(settle);
  settle = setTimeout(layout, 150);
}

/* -- the line ---------------------------------------------------------------------------------------------------- */

let line = null, heard = 0, retry = RETRY[0], drawing = Promise.resolve(), stopped = false;

function say(...message) {
  if (line && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
}

function connect() {
  if (stopped || line) return;
  if (!code) { ask(""); return; }
  const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
  mine.binaryType = "arraybuffer";
  line = mine;
  heard = performance.now();
  state.whole = false;
  let refusal = "";
  mine.onopen = () => say("hello", ident(), code, looks, ...state.size);
  mine.onmessage = (event) => {
    if (line !== mine) return;
    heard = performance.now();
    if (typeof event.data !== "string") {
      state.bytes += event.data.byteLength;
      drawing = drawing.then(() => show(event.data, mine)).catch(() => mine.close());
      return;
    }
    const [word, ...values] = JSON.parse(event.data);
    if (word === "refused") refusal = values[0];
    else if (NOTES[word]) NOTES[word](...values);
  };
  mine.onclose = (event) => {
    if (line !== mine) return;
    line = null;
    if (refusal === "code" || refusal === "wait") { ask(refusal); return; }
    if (refusal === "crowd") say_why(words.crowd);
    if (event.code === ELSEWHERE) { stopped = true; say_why(words.elsewhere, words.here); return; }
    lose();
    setTimeout(connect, retry);
    retry = Math.min(retry * 1.6, RETRY[1]);
  };
}

function lose() {
  if (state.lost) return;
  state.lost = performance.now();
  picture.classList.add("lost");
  const at = new Date(Date.now() - (performance.now() - heard));
  el("since").textContent = fill(words.lost, { time: at.toLocaleTimeString(words.lang) });
  el("lost").hidden = el("gate").hidden === false;
  fingers.clear();
  held.clear();
}

function regain() {
  if (!el("gate").hidden) el("gate").hidden = true;
  if (!state.lost) return;
  state.lost = 0;
  picture.classList.remove("lost");
  el("lost").hidden = true;
}

setInterval(() => {
  if (line && performance.now() - heard > BEAT && document.visibilityState === "visible") {
    const old = line;
    lose();
    line = null;
    old.onclose = old.onmessage = old.onopen = null;
    old.close();
    connect();
  }
}, 250);
setInterval(() => say("alive"), ALIVE);

/* -- pictures ---------------------------------------------------------------------------------------------------- */

async function show(data, from) {
  const view = new DataView(data);
  if (view.getUint8(0) !== 1) return;
  const number = view.getUint32(1), seq = view.getUint32(5), w = view.getUint16(9), h = view.getUint16(11);
  const count = view.getUint8(13), rects = [];
  let at = 14;
  for (let n = 0; n < count; n += 1, at += 8) rects.push([0, 2, 4, 6].map((k) => view.getUint16(at + k)));
  const packed = new Blob([new Uint8Array(data, at)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const raw = new Uint8Array(await new Response(packed).arrayBuffer());
  if (line !== from) return;
  if (picture.width !== w || picture.height !== h) {
    picture.width = w;
    picture.height = h;
    place();
  }
  let p = 0;
  for (const [x, y, wide, high] of rects) {
    const image = paper.createImageData(wide, high), pixels = new Uint32Array(image.data.buffer);
    for (let n = 0; n < pixels.length; n += 1, p += 3) pixels[n] = raw[p] | raw[p + 1] << 8 | raw[p + 2] << 16 | 0xff000000;
    paper.putImageData(image, x, y);
  }
  say("ack", number);
  state.frames += 1;
  state.last = performance.now();
  if (seq) {
    state.seq = seq;
    state.whole = true;
    state.drawn.push([seq, state.last]);
    if (state.drawn.length > SEEN) state.drawn.shift();
    retry = RETRY[0];
    regain();
  }
}

function seen(at) {
  for (let n = state.drawn.length - 1; n >= 0; n -= 1) {
    if (state.drawn[n][1] <= at) return [state.drawn[n][0], at - state.drawn[n][1]];
  }
  return [0, 0];
}

/* -- fingers and keys -------------------------------------------------------------------------------------------- */

const fingers = new Map();
let moving = false;

function at(event) {
  const box = picture.getBoundingClientRect();
  return [
    Math.floor((event.clientX - box.left) * picture.width / box.width),
    Math.floor((event.clientY - box.top) * picture.height / box.height),
  ];
}

function free() {
  const used = new Set(Array.from(fingers.values(), (finger) => finger.finger));
  let n = 1;
  while (used.has(n)) n += 1;
  return n;
}

picture.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse" && event.button !== 0) return;
  event.preventDefault();
  picture.focus({ preventScroll: true });
  wake();
  if (state.lost || !state.holds || !state.whole || fingers.size > 10) return;
  picture.setPointerCapture(event.pointerId);
  const finger = { finger: event.pointerType === "mouse" ? 0 : free(), at: at(event), moved: false };
  fingers.set(event.pointerId, finger);
  state.touched = performance.now();
  say("touch", "down", finger.finger, ...finger.at, ...seen(event.timeStamp));
});
picture.addEventListener("pointermove", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  finger.at = at(event);
  finger.moved = true;
  if (!moving) {
    moving = true;
    requestAnimationFrame(() => {
      moving = false;
      for (const each of fingers.values()) if (each.moved) still(each);
    });
  }
});
for (const kind of ["pointerup", "pointercancel"]) {
  picture.addEventListener(kind, (event) => {
    wake();
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    say("touch", "up", finger.finger, ...at(event), 0, 0);
  });
}
picture.addEventListener("contextmenu", (event) => event.preventDefault());

function still(finger) {
  finger.moved = false;
  say("touch", "move", finger.finger, ...finger.at, 0, 0);
}

const held = new Set(), PRESSES = new Set(["a", "l", "A", "L", "ArrowLeft", "ArrowRight"]);
const NAMED = new Set(["Backspace", "Enter", "Escape", "Tab"]);

addEventListener("keydown", (event) => {
  wake();
  const other = event.ctrlKey && !event.getModifierState("AltGraph") || event.metaKey;
  if (other || !el("gate").hidden || document.querySelector("dialog[open]") || state.lost || !state.holds) return;
  if (document.activeElement && document.activeElement.tagName === "BUTTON") return;
  const key = event.key;
  if (Array.from(key).length !== 1 && !NAMED.has(key) && !PRESSES.has(key)) return;
  if (key === "Tab" && event.shiftKey) return;
  event.preventDefault();
  if (PRESSES.has(key)) {
    if (event.repeat) return;
    held.add(key);
  }
  state.touched = performance.now();
  say("key", key, "down", ...seen(event.timeStamp));
});
addEventListener("keyup", (event) => {
  if (held.delete(event.key)) say("key", event.key, "up");
});
addEventListener("blur", () => {
  for (const key of held) say("key", key, "up");
  held.clear();
});
setInterval(() => {
  for (const finger of fingers.values()) still(finger);
  for (const key of held) say("key", key, "held");
}, STILL);

/* -- beside the picture ------------------------------------------------------------------------------------------ */

let sounds = null, awake = null;

function wake() {  // a finger counts as somebody's will only when it is lifted
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  if (!sounds && window.AudioContext) sounds = new AudioContext();
  if (sounds && sounds.state === "suspended") sounds.resume();
  stay();
}

async function stay() {
  if (!navigator.wakeLock || awake && !awake.released || document.visibilityState !== "visible") return;
  try { awake = await navigator.wakeLock.request("screen"); } catch { awake = null; }
}

const NOTES = {
  beat() {},
  late(ms) { state.late = ms; },
  words(given) { words = given; speak(); say_seat(); },
  oled(side, text) {
    const raw = atob(text), face = el(`display${side}`).getContext("2d"), image = face.createImageData(128, 64);
    const pixels = new Uint32Array(image.data.buffer);
    for (let n = 0; n < pixels.length; n += 1) {
      pixels[n] = raw.charCodeAt(n >> 3) & 0x80 >> (n & 7) ? 0xffffffff : 0xff000000;
    }
    face.putImageData(image, 0, 0);
  },
  lamps(...lamps) {
    lamps.forEach((lamp, side) => { el(`display${side}`).className = `display ${lamp}`; });
  },
  beep(pitch, length, times, volume) {
    if (coarse && navigator.vibrate) navigator.vibrate(Array.from({ length: 2 * times - 1 }, (_, n) => n % 2 ? 80 : 120));
    if (!sounds) return;
    for (let n = 0; n < times; n += 1) {
      const tone = sounds.createOscillator(), loud = sounds.createGain(), start = sounds.currentTime + n * (length + 1 / 12);
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, start);
      loud.gain.linearRampToValueAtTime(volume, start + 0.01);
      loud.gain.setValueAtTime(volume, start + length - 0.01);
      loud.gain.linearRampToValueAtTime(0, start + length);
      tone.connect(loud).connect(sounds.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  },
  say(text, language, cut, volume) {
    if (!window.speechSynthesis) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = language;
    words.volume = volume;
    if (cut) speechSynthesis.cancel();
    speechSynthesis.speak(words);
  },
  seat(holds, held_now, watchers) {
    const had = state.holds;
    Object.assign(state, { holds, held: held_now, watchers });
    if (holds && !had) {
      say("size", ...state.size);
      stay();
      el("hint").hidden = !(coarse && !navigator.wakeLock && !stored(localStorage, "hint"));
    }
    say_seat();
  },
};

function say_seat() {
  const looks = !state.holds && state.held !== undefined;
  el("watch").hidden = !looks;
  if (document.body.classList.toggle("looks", looks) !== Boolean(state.looks)) {
    state.looks = looks;
    layout();
  }
  el("who").textContent = state.held ? words.looks_on : words.free;
  el("watchers").textContent = fill(words.watchers, { n: state.watchers || 0 });
}

/* -- what the page asks ------------------------------------------------------------------------------------------ */

function ask(reason) {
  el("lost").hidden = true;
  el("gate").hidden = false;
  el("ask").hidden = false;
  el("reason").textContent = reason === "code" ? words.wrong : reason === "wait" ? words.wait : "";
  el("enter").textContent = words.enter;
  el("enter").hidden = false;
  el("code").focus();
}

function say_why(reason, way) {
  el("gate").hidden = false;
  el("ask").hidden = true;
  el("reason").textContent = reason;
  el("enter").textContent = way || "";
  el("enter").hidden = !way;
}

el("gate").addEventListener("submit", (event) => {
  event.preventDefault();
  wake();
  if (stopped) {
    stopped = false;
    el("gate").hidden = true;
  } else {
    code = stored(localStorage, "code", el("code").value.trim());
    if (!code) return;
  }
  connect();
});

el("play").addEventListener("click", () => {
  wake();
  if (state.held) el("sure").showModal();
  else say("take");
});
el("yes").addEventListener("click", () => { el("sure").close(); say("take"); });
el("no").addEventListener("click", () => el("sure").close());
el("seen").addEventListener("click", () => { stored(localStorage, "hint", "1"); el("hint").hidden = true; });
el("shut").addEventListener("click", () => { el("menu").close(); picture.focus(); });
el("open").addEventListener("click", () => {
  wake();
  el("others").hidden = !document.body.dataset.address;
  if (!el("others").hidden) invite("");
  el("dark").textContent = awake && !awake.released ? words.stays_on : words.goes_dark;
  el("late").textContent = state.late === undefined ? "" : fill(words.late, { ms: state.late });
  el("sound").hidden = Boolean(sounds && sounds.state === "running");
  el("full").hidden = !document.documentElement.requestFullscreen;
  el("full").textContent = document.fullscreenElement ? words.small : words.full;
  el("menu").showModal();
});
function invite(page) {
  el("qr").src = `/qr/${encodeURIComponent(code)}.svg?page=${page}`;
  el("where").textContent = `${document.body.dataset.address}${page && `/button/${page}`}\n${code.toUpperCase()}`;
  for (const button of document.querySelectorAll("[data-page]")) {
    button.setAttribute("aria-pressed", String(button.dataset.page === page));
  }
}
for (const button of document.querySelectorAll("[data-page]")) button.addEventListener("click", () => invite(button.dataset.page));
el("full").addEventListener("click", () => {
  el("menu").close();
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
});
el("displays").addEventListener("click", () => {
  const without = document.body.classList.toggle("without");
  el("displays").setAttribute("aria-pressed", String(!without));
  stored(localStorage, "without", without ? "1" : "");
  layout();
});

let offer = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
  el("install").hidden = false;
});
el("install").addEventListener("click", () => { if (offer) offer.prompt(); });

if (stored(localStorage, "without")) {
  document.body.classList.add("without");
  el("displays").setAttribute("aria-pressed", "false");
}
addEventListener("resize", onResize);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  stay();
  if (state.lost) connect();  // timers sleep in a page that nobody sees
});
speak();
layout();
if (window.DecompressionStream) connect();
else say_why(words.old);
