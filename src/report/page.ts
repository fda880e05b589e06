import { type Markup, markup } from "./markup.ts";
import { stylesheet } from "./stylesheet.ts";

export interface Section {
  readonly title: string;
  /** One or two sentences: what is shown, and how to read it. */
  readonly about?: string;
  readonly content: readonly Markup[];
}

export interface Page {
  readonly title: string;
  readonly subtitle: string;
  /** Figures at the top. */
  readonly figures: readonly Markup[];
  readonly sections: readonly Section[];
}

/** One static file: no script, nothing to fetch, light or dark as the reader's system, and fit for paper. */
export const page = ({ title, subtitle, figures, sections }: Page): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{ html: stylesheet }}</style>
</head>
<body>
<header><h1>${title}</h1><p>${subtitle}</p></header>
<main>
${figures.length === 0 ? "" : markup`<div class="figures">${figures}</div>`}
${sections.map(sectionOf)}
</main>
</body>
</html>
`.html;

const sectionOf = ({ title, about, content }: Section): Markup =>
  markup`<section><h2>${title}</h2>${about === undefined ? "" : markup`<p class="about">${about}</p>`}${content}</section>
`;

/** A number to remember. `tone` says how to take it. */
export const figure = (given: {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly tone?: "good" | "bad" | "plain";
}): Markup =>
  markup`<div class="figure ${given.tone ?? "plain"}"><span class="label">${given.label}</span><strong>${given.value}</strong><span class="note">${given.note ?? ""}</span></div>`;

/** Side by side where there is room. */
export const columns = (parts: readonly Markup[]): Markup => markup`<div class="columns">${parts}</div>`;

export const heading = (title: string): Markup => markup`<h3>${title}</h3>`;

/** Long lists stay folded until somebody asks; on paper they are open. */
export const folded = (title: string, content: readonly Markup[]): Markup =>
  markup`<details><summary>${title}</summary>${content}</details>`;
