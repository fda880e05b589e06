import { type Markup, markup } from "./markup.ts";

const colours = ["--one", "--two", "--three", "--four", "--five"];

/** The colour of the n-th series; after five they begin again. */
export const seriesColour = (index: number): string => `var(${colours[index % colours.length] ?? "--one"})`;

export const legend = (names: readonly string[]): Markup =>
  names.length < 2
    ? markup``
    : markup`<p class="legend">${names.map((name, index) => markup`<span><i style="background:${seriesColour(index)}"></i>${name}</span>`)}</p>`;
