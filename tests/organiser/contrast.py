"""How well a page in a browser can be read: contrast of every text against what lies behind it (WCAG 2), and names."""

from typing import Any

LEAST = 4.5

FAINT = """((least) => {
  const parsed = (text) => {
    const found = text.match(/[\\d.]+/g).map(Number);
    return [found[0], found[1], found[2], found.length > 3 ? found[3] : 1];
  };
  const over = (top, under) => [0, 1, 2].map((n) => top[n] * top[3] + under[n] * (1 - top[3])).concat(1);
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // What lies behind an element, and how much of its letters shows: opacity mixes both with what is behind them.
  const painted = (element) => {
    const above = [];
    for (let one = element; one; one = one.parentElement) above.unshift(one);
    const layers = above.map((one) => getComputedStyle(one));
    let fill = [255, 255, 255, 1];
    const stack = [];
    for (const style of layers) {
      const before = fill;
      fill = over(parsed(style.backgroundColor), fill);
      stack.push([before, Number(style.opacity)]);
    }
    let ink = over(parsed(layers.at(-1).color), fill);
    for (const [before, opacity] of stack.reverse()) {
      if (opacity === 1) continue;
      ink = over([...ink.slice(0, 3), opacity], before);
      fill = over([...fill.slice(0, 3), opacity], before);
    }
    return [ink, fill];
  };
  const seen = new Set();
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || seen.has(element) || !element.checkVisibility({ opacityProperty: true })) continue;
    if (element.closest("noscript, script, svg, [disabled], [aria-disabled=true]")) continue;
    seen.add(element);
    count += 1;
    const [ink, fill] = painted(element);
    const [a, b] = [light(ink), light(fill)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const where = `${element.tagName} ${element.className}`;
    if (ratio < least) faint.push(`${node.data.trim().slice(0, 40)} (${where}): ${ratio.toFixed(2)}`);
  }
  return [count, faint];
})"""


def faint(browser: Any, least: float = LEAST) -> list[str]:
    """The texts that are shown and have less contrast; AssertionError where the page shows no text at all."""
    count, texts = browser.read(f"{FAINT}({least})")
    assert count > 0
    return texts


WRONG = """(() => {
  const found = [];
  const shown = (one) => one.checkVisibility() && !one.closest("noscript");
  const name = (one) => (one.ariaLabel || one.textContent || "").trim()
    || [...one.querySelectorAll("img[alt], [aria-label]")].map((part) => part.alt || part.ariaLabel).join("");
  for (const one of document.querySelectorAll("a[href], button, summary")) {
    if (shown(one) && !name(one)) found.push(`no name: ${one.outerHTML.slice(0, 80)}`);
  }
  for (const one of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    const said = one.closest("label") || one.ariaLabel || (one.id && document.querySelector(`label[for="${one.id}"]`));
    if (shown(one) && !said) found.push(`no label: ${one.outerHTML.slice(0, 80)}`);
  }
  for (const one of document.querySelectorAll("img:not([alt])")) found.push(`no alt: ${one.outerHTML.slice(0, 80)}`);
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  for (const id of new Set(ids.filter((id, n) => ids.indexOf(id) !== n))) found.push(`id twice: ${id}`);
  if (!document.documentElement.lang) found.push("no language");
  if (!document.title.trim()) found.push("no title");
  if (document.querySelectorAll("main").length !== 1) found.push("not one main part");
  for (const one of document.querySelectorAll("ul, ol")) {
    if ([...one.children].some((child) => !child.matches("li"))) found.push(`in a list: ${one.outerHTML.slice(0, 80)}`);
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter(shown).map((one) => Number(one.tagName[1]));
  levels.forEach((level, n) => {
    const before = levels[n - 1] ?? 0;
    if (level > before + 1) found.push(`heading h${level} after h${before}`);
  });
  return found;
})()"""


def wrong(browser: Any) -> list[str]:
    """What somebody with a screen reader would miss on a page: names, labels, one language, headings in their order."""
    return list(browser.read(WRONG))
