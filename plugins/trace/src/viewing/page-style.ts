/** The style of the page: one column on a phone, steps beside their pictures on a desktop, dark and light. */
export const pageStyle = `
:root { color-scheme: light dark; --back: #f6f7f9; --card: #fff; --text: #1c2330; --soft: #5b6472; --line: #dfe3e9;
  --good: #1a7f45; --bad: #c0263a; --bad-back: #fdecee; --accent: #2b5fd9; --code: #f0f2f5; }
@media (prefers-color-scheme: dark) { :root { --back: #14171c; --card: #1c2027; --text: #e5e9f0; --soft: #98a2b3;
  --line: #2d333d; --good: #4cc581; --bad: #ff7b89; --bad-back: #3a1d23; --accent: #82a8ff; --code: #14171c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 32px 24px 64px; }
header h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.25; overflow-wrap: anywhere; }
header p { margin: 0; color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 12px; margin: 24px 0 16px; padding: 0; list-style: none; }
.facts li { min-width: 110px; padding: 10px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.facts b { display: block; font-size: 22px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.facts span { color: var(--soft); font-size: 14px; }
.facts .bad b { color: var(--bad); }
.note { padding: 10px 16px; background: var(--bad-back); border-radius: 10px; }
.filter { display: inline-flex; gap: 8px; align-items: center; margin: 0 0 16px; cursor: pointer; }
.filter input { width: 18px; height: 18px; accent-color: var(--accent); }
body:has(#failures:checked) .step.good { display: none; }
.steps { margin: 0; padding: 0; list-style: none; display: grid; gap: 14px; }
.step { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 8px 24px; padding: 16px 20px; background: var(--card);
  border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 10px; }
.step.bad { border-left-color: var(--bad); }
.step.plain { grid-template-columns: minmax(0, 1fr); }
.step h2 { margin: 0; font-size: 17px; line-height: 1.35; overflow-wrap: anywhere; }
.step h2 small { color: var(--soft); font-weight: 400; font-size: 15px; font-variant-numeric: tabular-nums; margin-right: 6px; }
.step p { margin: 4px 0 0; overflow-wrap: anywhere; }
.step .meta { color: var(--soft); font-size: 14px; }
.failure { margin-top: 10px; padding: 10px 14px; background: var(--bad-back); border-radius: 8px; }
.failure b { color: var(--bad); font-family: ui-monospace, monospace; }
details { margin-top: 10px; }
summary { cursor: pointer; color: var(--accent); font-size: 14px; }
pre { margin: 8px 0 0; padding: 10px 12px; background: var(--code); border-radius: 8px; font: 13px/1.5 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; overflow: auto; }
figure { margin: 0; grid-column: 2; grid-row: 1; }
figure a { display: block; }
figure img { display: block; width: 100%; max-height: 260px; object-fit: contain; object-position: top; background: var(--code);
  border: 1px solid var(--line); border-radius: 8px; }
.large { display: none; }
.large:target { display: grid; place-items: center; position: fixed; inset: 0; padding: 16px; background: #000c; z-index: 1; }
.large img { max-width: 100%; max-height: calc(100vh - 32px); border-radius: 8px; }
footer { margin-top: 32px; color: var(--soft); font-size: 14px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 760px) {
  main { padding: 20px 14px 48px; }
  header h1 { font-size: 22px; }
  .facts { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
  .facts li { min-width: 0; padding: 8px 12px; }
  .step { grid-template-columns: minmax(0, 1fr); padding: 14px; }
  figure { grid-column: 1; grid-row: auto; }
  .large img { max-height: none; }
}
@media print { .filter { display: none; } .step { break-inside: avoid; } }
`;
