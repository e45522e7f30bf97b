// Leads to the page of each clock button with the table's code, which no address that is asked for holds.
let code = location.hash.slice(1, 21);
try {
  code ||= localStorage.getItem("code") ?? "";
} catch { /* a browser that keeps nothing */ }
for (const link of document.querySelectorAll("a[data-side]")) {
  link.hash = code;
  const picture = link.querySelector("img");
  if (picture) picture.src = `/button/${link.dataset.side}/${encodeURIComponent(code)}.svg`;
}
