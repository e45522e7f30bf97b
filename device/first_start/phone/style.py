"""How the page for the phone looks: one column, large targets, no picture and no script."""

from __future__ import annotations

import base64
import hashlib

STYLE = """
:root { color-scheme: light; --ink: #202228; --soft: #605642; --line: #cfc8b6; --deep: #202a3a; --mark: #1f4f8f; --wrong: #9c2219; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f2ec; color: var(--ink); font: 18px/1.4 system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
form, main { max-width: 34rem; margin: 0 auto; padding: 0 16px 24px; }
header { background: var(--deep); color: #fff; margin: 0 0 16px; }
header > div { max-width: 34rem; margin: 0 auto; padding: 16px; display: flex; gap: 12px; align-items: center; justify-content: space-between; }
header b { display: block; font-size: 1.45rem; line-height: 1.2; } header span { color: #c9d2e0; font-size: .95rem; }
header button { background: none; border: 1px solid #8fa0ba; color: #fff; flex: none; padding: 0 16px; width: auto; font-size: 1rem; }
section, fieldset { background: #fff; border: 1px solid var(--line); border-radius: 14px; padding: 14px; margin: 0 0 14px; min-width: 0; }
h1 { font-size: 1.3rem; margin: 0 0 .4rem; } p { margin: 0 0 .6rem; } p:last-child { margin-bottom: 0; }
legend, .name { float: left; width: 100%; padding: 0; margin: 0 0 10px; font-weight: 700; font-size: 1.1rem; display: block; }
legend + *, .name + * { clear: both; }
.hint { color: var(--soft); font-size: .95rem; margin: 8px 0 0; }
.wrong { color: var(--wrong); font-weight: 600; margin: 8px 0 0; } .wrong::before { content: "! "; }
.trouble { background: #fdeceA; border-color: var(--wrong); } .trouble a { color: var(--wrong); font-weight: 600; }
input[type=text], select, button { font: inherit; width: 100%; min-height: 52px; padding: 8px 12px; border: 1px solid #8d8672; border-radius: 10px; background: #fff; color: inherit; }
input[aria-invalid=true], select[aria-invalid=true] { border: 2px solid var(--wrong); }
.pick { position: absolute; opacity: 0; width: 1px; height: 1px; }
.choice { display: flex; align-items: center; gap: 12px; min-height: 56px; padding: 8px 14px; margin: 0 0 8px; border: 1px solid var(--line); border-radius: 10px; cursor: pointer; overflow-wrap: anywhere; }
.choice span { flex: 1; min-width: 0; } .choice small { display: block; color: var(--soft); font-size: .88rem; }
.choice::before { content: ""; flex: none; width: 22px; height: 22px; border: 2px solid #8d8672; border-radius: 50%; }
.pick:checked + .choice { border-color: var(--mark); box-shadow: inset 0 0 0 1px var(--mark); background: #eef4fc; }
.pick:checked + .choice::before { border: 7px solid var(--mark); }
.pick:focus-visible + .choice, :focus-visible { outline: 3px solid #2a6fc9; outline-offset: 2px; }
.pick:disabled + .choice { color: #6f6a5c; background: #f1efe8; cursor: default; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; } .two .choice { margin: 0; height: 100%; }
.typed, .password { display: none; margin-top: 12px; } .typed label, .password label { display: block; font-weight: 600; margin-bottom: 4px; }
#typed:checked ~ .typed, .pick[data-joins]:checked ~ .password { display: block; }
button { background: #fff; font-weight: 600; cursor: pointer; }
button.done { background: var(--deep); border-color: var(--deep); color: #fff; min-height: 60px; font-size: 1.15rem; }
button.first { position: absolute; left: -999px; width: 1px; min-height: 0; padding: 0; }
ol { margin: 0; padding-left: 1.4rem; } li { margin: .3rem 0; }
"""
DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""By which the policy of the page knows its one style."""
