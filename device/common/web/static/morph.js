// Makes a part of a page like a newer one without taking away what is the same: what has the focus, what is selected and
// how far something is scrolled stay. Elements are matched by id or data-key, others by their kind and place.

const named = (node) => node.nodeType === Node.ELEMENT_NODE && (node.id || node.dataset.key) || "";
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && named(a) === named(b);
const fields = "input:not([type=hidden]), textarea, select";

const asSent = (field) => {
  if (field.matches("select")) field.selectedIndex = Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  else field.value = field.defaultValue;
};

const attributes = (old, fresh) => {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
};

const children = (old, fresh) => {
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    let match = at;
    if (named(wanted)) while (match && !alike(match, wanted)) match = match.nextSibling;
    else if (match && !alike(match, wanted)) match = null;
    if (!match) {
      old.insertBefore(wanted, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else old.insertBefore(match, at);
    update(match, wanted);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
};

const update = (old, fresh) => {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  attributes(old, fresh);
  if (old.matches("textarea")) {
    if (old.defaultValue !== fresh.defaultValue) old.defaultValue = fresh.defaultValue;
  } else children(old, fresh);
  if (old.matches(fields)) asSent(old);
};

// Runs `change`, which makes `root` newer, and leaves the keyboard where it was: on the same element, or on the nearest
// thing around it that is still there; never on another button, which the next touch of a key would press.
export const keepingFocus = (root, change) => {
  const had = document.activeElement;
  if (had === root || !root.contains(had)) return change();
  const around = [];
  for (let element = had; element !== root; element = element.parentElement) around.push(element);
  const caret = had.matches("textarea, input") && had.selectionStart !== null
    ? [had.selectionStart, had.selectionEnd, had.selectionDirection] : null;
  const scroll = [had.scrollTop, had.scrollLeft];
  change();
  const there = (element) => (element === had || named(element) || element.matches("details")) && element.isConnected && element.checkVisibility();
  let next = around.find(there) ?? document.getElementById(root.id);
  if (next?.matches("details:not([open])")) next = next.querySelector("summary");
  if (!next || next === document.activeElement) return;
  if (next !== had && !next.matches("a, button, summary, input, textarea, select, [tabindex]")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  if (next !== had) return;
  if (caret) had.setSelectionRange(...caret);
  [had.scrollTop, had.scrollLeft] = scroll;
};

// Makes `old` like `fresh`, in which fields stand as the page sends them.
export const morph = (old, fresh) => {
  keepingFocus(old, () => {
    if (alike(old, fresh)) update(old, fresh);
    else old.replaceWith(fresh);
  });
};
