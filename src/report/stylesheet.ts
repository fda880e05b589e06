/** Colours are variables: pictures use the same ones as the page, and the dark page has its own. */
export const stylesheet = `
:root {
  --paper: #fbfaf8; --card: #ffffff; --ink: #23262d; --soft: #666c78; --line: #e4e1db; --grid: #ece9e4;
  --one: #2f6fca; --two: #c8641b; --three: #2b8a5f; --four: #8a4fbf; --five: #b8860b;
  --good: #237a4b; --bad: #b3322c; --wash-good: #e4f3ea; --wash-bad: #fae5e3; --heat: 47, 111, 202;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171c; --card: #1d2027; --ink: #e6e4df; --soft: #9aa0ad; --line: #31353f; --grid: #2a2e37;
    --one: #6ea8fe; --two: #f0a35e; --three: #5fc596; --four: #c39af0; --five: #e0bd55;
    --good: #6bd09a; --bad: #f28b82; --wash-good: #1d3329; --wash-bad: #3a2424; --heat: 110, 168, 254;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
header, main { max-width: 1060px; margin: 0 auto; padding: 0 28px; }
header { padding-top: 44px; padding-bottom: 8px; }
h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; margin: 0; }
header p { color: var(--soft); margin: 6px 0 0; }
h2 { font-size: 19px; letter-spacing: -0.01em; margin: 0 0 4px; }
h3 { font-size: 14px; margin: 18px 0 8px; color: var(--soft); font-weight: 600; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 22px 24px; margin: 20px 0; }
.about { color: var(--soft); margin: 0 0 16px; max-width: 70ch; }
.scroll + .about { margin-top: 16px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(160px, 1fr)); gap: 14px; margin: 22px 0; }
.figure { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px; }
.figure .label, .figure .note { display: block; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.figure strong { display: block; font-size: 27px; line-height: 1.25; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.figure.good strong { color: var(--good); } .figure.bad strong { color: var(--bad); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: 8px 32px; }
.columns > * { min-width: 0; }
.scroll { overflow-x: auto; margin-top: 12px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 500; font-size: 13px; white-space: nowrap; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
.number { text-align: right; white-space: nowrap; }
td code, .chip { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.chip { display: inline-block; border: 1px solid var(--line); border-radius: 6px; padding: 0 6px; margin: 1px 4px 1px 0; overflow-wrap: anywhere; }
.chip.good { background: var(--wash-good); border-color: transparent; }
.chip.bad { background: var(--wash-bad); border-color: transparent; }
.chip.missed { border-style: dashed; color: var(--bad); border-color: var(--bad); }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
.chip.good, .chip.bad { color: var(--ink); }
details { margin-top: 14px; } summary { cursor: pointer; font-weight: 600; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--soft); font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
svg text.ink { fill: var(--ink); }
svg text.end { text-anchor: end; } svg text.middle { text-anchor: middle; }
.grid { stroke: var(--grid); stroke-width: 1; } .axis { stroke: var(--line); stroke-width: 1; }
.ideal { stroke: var(--soft); stroke-dasharray: 4 4; fill: none; }
.whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 13px; color: var(--soft); margin: 4px 0 0; }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; vertical-align: -1px; }
pre.diff { margin: 0; font: 12.5px/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.diff ins, pre.diff del { display: block; text-decoration: none; padding: 0 6px; }
pre.diff span { display: block; padding: 0 6px; color: var(--soft); }
pre.diff ins { background: var(--wash-good); } pre.diff del { background: var(--wash-bad); }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --grid: #ddd; --one: #1d55a5; --two: #a44d0d;
    --three: #1c6b47; --four: #6b379c; --five: #8a6508; --good: #14592f; --bad: #8e1f1a; --wash-good: #e8f4ec; --wash-bad: #f9e9e7; --heat: 29, 85, 165; }
  body { font-size: 11pt; } header, main { max-width: none; padding: 0; }
  section { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 12px 0; margin: 0; }
  section, .figure, svg, tr { break-inside: avoid; } section:has(table) { break-inside: auto; } h2, h3 { break-after: avoid; }
  .columns { grid-template-columns: 1fr 1fr; }
  details::details-content { content-visibility: visible; block-size: auto; } summary { list-style: none; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
