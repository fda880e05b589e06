import type { RandomNumbers } from "../random-numbers.ts";
import { type NastyText, pumped } from "./nasty-text.ts";
import { type Part, partsOf } from "./pattern-parts.ts";
import type { Pattern } from "./read-patterns.ts";

interface Pump {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

/** More than this is as good as no end for a text of 2,000 characters. */
const many = 8;

/**
 * For each place of a pattern that may be repeated: a text that repeats it, and then does not continue as the pattern wants. A
 * pattern without such a place is matched as a whole again and again, which suits whatever is done per match.
 */
export function nearMatches(pattern: Pattern, random: RandomNumbers): readonly NastyText[] {
  const root = partsOf(pattern);
  const shown = `/${pattern.source.slice(0, 60)}/`;
  const whole = textOf(root, random);
  const again = [" ", ", ", ". ", ""][random(4)] ?? " ";
  const pumps = pumpsOf(root, random).filter(({ pump }) => pump !== "");
  return [
    ...(whole.trim() === "" ? [] : [pumped(`again ${shown}`, { pump: `${whole}${again}` })]),
    // The mark at the end fits few patterns; half of the texts continue as they should instead, up to the last character.
    ...pumps.map(({ before, pump, after }) =>
      pumped(`near ${shown} ${JSON.stringify(pump).slice(0, 20)}`, {
        before,
        pump,
        after: random(2) === 0 ? "~" : `${after.slice(0, -1)}~`,
      }),
    ),
  ];
}

function textOf(part: Part, random: RandomNumbers): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "sequence":
      return part.parts.map((each) => textOf(each, random)).join("");
    case "choice":
      return textOf(part.options[random(part.options.length)] ?? { kind: "text", text: "" }, random);
    case "repeat":
      return textOf(part.part, random).repeat(Math.max(part.min, part.max > 0 && random(2) === 0 ? 1 : 0));
    default:
      return part satisfies never;
  }
}

function pumpsOf(part: Part, random: RandomNumbers): readonly Pump[] {
  switch (part.kind) {
    case "text":
      return [];
    case "choice":
      return part.options.flatMap((option) => pumpsOf(option, random));
    case "sequence":
      return part.parts.flatMap((inner, index) =>
        pumpsOf(inner, random).map(({ before, pump, after }) => ({
          before: `${textOf({ kind: "sequence", parts: part.parts.slice(0, index) }, random)}${before}`,
          pump,
          after: `${after}${textOf({ kind: "sequence", parts: part.parts.slice(index + 1) }, random)}`,
        })),
      );
    case "repeat": {
      const own = part.max >= many ? [{ before: "", pump: textOf(part.part, random), after: "" }] : [];
      return [...own, ...pumpsOf(part.part, random)];
    }
    default:
      return part satisfies never;
  }
}
