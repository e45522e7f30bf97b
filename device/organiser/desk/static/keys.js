// A key for every act at the desk: `data-shortcut` on what it does anywhere on the page, `data-row-key` on what it does in
// the row that was chosen. The list of them is the dialog `#keys`.

const ROWS = "#rows > [id], #tables > [id]";
const fields = "input:not([type=hidden]), textarea, select";

let at = null; // the row that keys mean
const rows = () => [...document.querySelectorAll(ROWS)];
export const go = (row) => {
  at?.classList.remove("at");
  at = row;
  row.classList.add("at");
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
};
const current = () => {
  const row = document.activeElement.closest?.(ROWS) ?? at;
  return row?.isConnected ? row : null;
};
const use = (target) => {
  for (let details = target.closest("details:not([open])"); details; details = details.parentElement.closest("details:not([open])")) {
    if (!target.matches("summary") || target.parentElement !== details) details.open = true;
  }
  if (target.matches(fields)) {
    target.focus();
    target.select?.();
  } else if (target.matches("summary")) {
    target.parentElement.open = true;
    (target.parentElement.querySelector("button, input:not([type=hidden])") ?? target).focus();
  } else target.click();
};
const keys = document.getElementById("keys");
const onPages = [...document.querySelectorAll("header nav a")];
let going = false; // "g" was pressed: the digit that follows is a page
export const isGoing = () => going;

document.querySelector("a.keys")?.addEventListener("click", (event) => {
  event.preventDefault();
  keys.showModal();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
  const field = event.target.matches(fields) && !event.target.matches("[type=checkbox]");
  if (event.key === "Escape") {
    const open = document.activeElement.closest("details[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    } else document.activeElement.blur();
    return;
  }
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !event.target.matches("select, textarea, [type=number]")) {
    const all = rows();
    if (!all.length) return;
    const from = all.indexOf(current());
    const next = all[Math.max(0, Math.min(all.length - 1, from < 0 ? 0 : from + (event.key === "ArrowDown" ? 1 : -1)))];
    const into = field && event.target.closest(ROWS) ? next.querySelector(`[name="${event.target.name}"]`) : null;
    go(next);
    into?.focus();
    into?.select();
    event.preventDefault();
    return;
  }
  if (field || event.target.matches("select")) return;
  const row = current();
  if (event.key === "Enter" && document.activeElement === row && row) {
    const first = row.querySelector(`${fields}, a[href], button`);
    if (first) {
      event.preventDefault();
      use(first);
    }
    return;
  }
  const key = event.key.toLowerCase();
  const page = going && /^[1-9]$/.test(key) ? onPages[Number(key) - 1] : null;
  going = key === "g";
  const wanted = CSS.escape(key);
  const target = row?.querySelector(`[data-row-key~="${wanted}"]`)
    ?? document.querySelector(`[data-shortcut="${wanted}"]`) ?? page;
  if (!target || target.matches("[aria-current]")) return; // the page itself
  event.preventDefault();
  use(target);
});
