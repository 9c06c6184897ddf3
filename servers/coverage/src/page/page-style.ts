/** Colours of both schemes by name; what is uncovered is told by more than its colour. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2126; --faint: #5a636e; --line: #d8dde3; --panel: #f5f7f9; --miss: #fde3e1; --miss-ink: #8f1d14; --part: #fdf0cf; --hit: #e5f5e8; --link: #0a5ad1; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --ink: #e3e7eb; --faint: #9aa5b1; --line: #333a42; --panel: #1c2126; --miss: #4a1f1c; --miss-ink: #ffb4ab; --part: #463810; --hit: #17331d; --link: #7db4ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.overall strong { font-size: 1.25rem; } .notice { color: var(--miss-ink); font-weight: 600; }
a { color: var(--link); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); font-weight: normal; white-space: nowrap; }
thead th { color: var(--faint); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
progress { width: 9rem; height: .6rem; accent-color: #3f9142; }
tr.fail td:last-child, tr.fail th { color: var(--miss-ink); font-weight: 600; }
details { margin: 1rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
summary { padding: .5rem .75rem; cursor: pointer; overflow-wrap: anywhere; } summary span { color: var(--faint); margin-left: .5rem; }
.source { font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--paper); }
.source td { border: 0; padding: 0 .6rem; } .source .number { color: var(--faint); width: 1%; user-select: none; }
.source code { font: inherit; white-space: pre; }
.uncovered { background: var(--miss); } .uncovered td:last-child { box-shadow: inset 3px 0 var(--miss-ink); }
.partly { background: var(--part); } .covered td:nth-child(2) { background: var(--hit); }
footer { margin-top: 2.5rem; color: var(--faint); font-size: .85rem; } footer p { margin: .15rem 0; overflow-wrap: anywhere; }
@media print { details { break-inside: avoid; } }
`;
