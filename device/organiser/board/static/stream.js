// Keeps a broadcast page current: asks for what changes of it once a second, and runs the clocks in between.
import { heardNow, tick } from "./dials.js";
import { morph } from "./morph.js";

const view = () => document.getElementById("view");
const lost = document.getElementById("lost");
const address = new URL(location.href);
address.searchParams.set("part", "");
let heard = performance.now(); // not the time of day, which somebody may set

const ask = async () => {
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (!answer.ok) throw new Error(answer.status);
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    morph(view(), template.content.getElementById("view"));
    heardNow(Number(view().dataset.moment));
    [heard, lost.hidden] = [performance.now(), true];
  } catch {
    // What cannot be asked for is not counted on: the clocks stand and everything is marked.
    if (performance.now() - heard > 3000) {
      lost.hidden = false;
      view().classList.add("stale");
    }
  }
  setTimeout(ask, 1000);
};
setTimeout(ask, 1000);
setInterval(() => { if (!view().classList.contains("stale")) tick(); }, 200);
