import { Markup } from "./markup.ts";

/** In the page itself: it is read when nothing else was built. Colours are those of the chat page. */
export const apiPageStyles = new Markup(`
:root { color-scheme: light dark; --page: #eef0ee; --surface: #ffffff; --text: #1d2523; --muted: #56615e; --line: #d8ddda;
  --accent: #1f6b64; --bad: #a3282f; --warn: #8a4b08; --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { :root { --page: #111615; --surface: #1a2120; --text: #e6ebe9; --muted: #a3afab;
  --line: #313c39; --accent: #76c7be; --bad: #f39a9f; --warn: #f0c383; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--text);
  font: 16px / 1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; text-transform: capitalize; } h4 { margin: 1rem 0 0.25rem; }
small, summary span { color: var(--muted); font-weight: normal; } a { color: var(--accent); }
code, pre { font-family: var(--mono); font-size: 0.875em; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
details, article { margin: 0.5rem 0; padding: 0.6rem 0.9rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: 10px; }
article h3, td p, article p { margin: 0.2rem 0; } article:target, details:target { border-color: var(--accent); }
summary { cursor: pointer; } summary b { display: inline-block; min-width: 4.2em; color: var(--accent); }
summary b.delete { color: var(--bad); } summary b.post { color: var(--warn); }
table { width: 100%; border-collapse: collapse; } th, td { padding: 0.35rem 0.6rem 0.35rem 0; border-top: 1px solid var(--line);
  text-align: left; vertical-align: top; font-weight: normal; } th { width: 30%; }
pre { margin: 0; padding: 0.6rem; overflow-x: auto; background: var(--page); border-radius: 8px; }
`);
