/** A piece of HTML. Texts become one only through `text`, so that nothing that users wrote is read as HTML. */
export interface Markup {
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const text = (given: string | number): Markup => ({
  html: String(given).replace(/[&<>"']/g, (character) => entities[character] ?? character),
});

/** A template whose texts are escaped; pieces of HTML in it stay as they are. */
export const markup = (parts: TemplateStringsArray, ...given: readonly Part[]): Markup => ({
  html: parts.map((part, index) => part + (index < given.length ? htmlOf(given[index]) : "")).join(""),
});

export type Part = Markup | string | number | null | undefined | readonly Part[];

const htmlOf = (part: Part): string => {
  if (part === null || part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return text(part).html;
  return "html" in part ? part.html : part.map(htmlOf).join("");
};

/** A number for SVG: two digits behind the point are less than a pixel. */
export const round = (value: number): number => Math.round(value * 100) / 100;
