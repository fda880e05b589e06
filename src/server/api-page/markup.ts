/** HTML that is safe to send: written here, or made by `html`, which escapes every text that is put into it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | Markup | readonly Markup[];

export const html = (strings: TemplateStringsArray, ...contents: readonly Content[]): Markup =>
  new Markup(strings.map((text, index) => text + rendered(contents[index])).join(""));

export const nothing = html``;

/** A description: text between backticks is code. */
export const prose = (text: string): Markup =>
  joined(text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)));

export const joined = (parts: readonly Markup[], between = ""): Markup =>
  new Markup(parts.map(({ text }) => text).join(escaped(between)));

function rendered(content: Content | undefined): string {
  if (content === undefined) return "";
  if (content instanceof Markup) return content.text;
  return typeof content === "object" ? joined(content).text : escaped(String(content));
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
