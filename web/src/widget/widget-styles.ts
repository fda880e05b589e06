/** Within the shadow: neither does the page's style reach it, nor this the page. */
export const widgetStyles = `
:host {
  --page: #fff; --sunken: #f6f7f5; --text: #1d2523; --muted: #56615e; --line: #d8ddda;
  --accent: #1f6b64; --on-accent: #fff; --bad: #a3282f;
  position: fixed; inset: auto 16px 16px auto; z-index: 2147483000;
  font: 15px/1.45 system-ui, sans-serif; color: var(--text);
}
@media (prefers-color-scheme: dark) {
  :host {
    --page: #1a2120; --sunken: #151b1a; --text: #e6ebe9; --muted: #a3afab; --line: #313c39;
    --accent: #76c7be; --on-accent: #0c1f1d; --bad: #f39a9f;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; border: 1px solid var(--line); border-radius: 999px; background: none; padding: 6px 14px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.launcher { width: 56px; height: 56px; padding: 0; border: 0; background: var(--accent); font-size: 24px; box-shadow: 0 4px 16px #0004; }
.panel {
  display: flex; flex-direction: column; width: min(380px, calc(100vw - 32px)); height: min(600px, calc(100vh - 32px));
  border: 1px solid var(--line); border-radius: 16px; background: var(--page); overflow: hidden; box-shadow: 0 8px 32px #0003;
}
header, form { display: flex; align-items: center; gap: 8px; padding: 10px 14px; border-bottom: 1px solid var(--line); }
h2 { flex: 1; margin: 0; font-size: 16px; }
h3 { margin: 0; font-size: 15px; }
.close { padding: 0 10px; border: 0; font-size: 22px; }
.log { flex: 1; display: flex; flex-direction: column; gap: 8px; padding: 14px; overflow-y: auto; }
.entry { display: flex; flex-direction: column; align-items: flex-start; gap: 6px; }
.bubble { max-width: 88%; padding: 7px 12px; border-radius: 14px; white-space: pre-wrap; overflow-wrap: anywhere; }
.bubble a { color: inherit; }
.assistant { border: 1px solid var(--line); background: var(--sunken); }
.user { align-self: flex-end; background: var(--accent); color: var(--on-accent); }
.choices { display: flex; flex-wrap: wrap; gap: 6px; }
.numbered { flex-direction: column; align-items: flex-start; }
.choices button { border-color: var(--accent); color: var(--accent); text-align: start; }
.card { width: 220px; flex: none; padding: 12px; border: 1px solid var(--line); border-radius: 14px; }
.card p { margin: 4px 0 8px; color: var(--muted); }
.carousel { display: flex; gap: 8px; max-width: 100%; overflow-x: auto; }
img { max-width: 100%; border-radius: 10px; }
.status, .failure { margin: 0; font-size: 13px; color: var(--muted); }
.status:not(:empty) { padding: 6px 14px; border-top: 1px solid var(--line); }
.failure { align-self: flex-end; color: var(--bad); }
form { border: 0; border-top: 1px solid var(--line); }
input { flex: 1; min-width: 0; padding: 7px 12px; border: 1px solid var(--muted); border-radius: 999px; background: var(--page); }
input::placeholder { color: var(--muted); opacity: 1; }
.send { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
`;
