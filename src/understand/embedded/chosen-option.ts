import type { Command } from "../../engine/commands/command.ts";
import type { Json } from "../../engine/json.ts";
import { stemsOf } from "./text/tokens.ts";

interface Option {
  readonly label: string;
  readonly command: Command;
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** "The second of January" is a day, not a place in the list. */
const dated = /\b(?:of|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\b/;

/** "None of them": what was offered is not wanted. */
export const refusesAll = (message: string): boolean =>
  /^(?:no,? )?(?:none|neither|nothing|not any)(?: of (?:them|these|those|the two|the above))?(?:,? (?:please|thanks|thank you))?[.!]*$/i.test(
    message.trim(),
  );

/** The option that an answer picks: by number, by order, by what sets it apart, or by its words. */
export function chosenOption(message: string, options: readonly Option[]): Command | null {
  const text = message
    .trim()
    .toLowerCase()
    .replace(/(?<![.!])[.!]+$/, "");
  const digit =
    /^(?:number |option |the |no\.? ?|i'll take |i take )*#?(\d+)(?:st|nd|rd|th)?(?: one| option| please)*$/.exec(
      text,
    )?.[1];
  const pointed = digit === undefined ? undefined : options[Number(digit) - 1];
  if (pointed !== undefined) return pointed.command;
  const asks = /\?$/.test(text);
  const place = dated.test(text) || asks ? -1 : ordinals.findIndex((word) => new RegExp(`\\b${word}\\b`).test(text));
  if (place >= 0) return options[place]?.command ?? null;
  if (!asks && /\b(?:last|latter)\b/.test(text)) return options.at(-1)?.command ?? null;
  const number = numbers.indexOf(text.replace(/^(?:number|option) /, ""));
  if (number >= 0) return options[number]?.command ?? null;
  return asks ? null : (byExtreme(text, options) ?? byFigure(text, options) ?? byWords(text, options));
}

/** "The 10:40 one", "SO161", "the one for 115": a figure that stands in one label only. */
function byFigure(text: string, options: readonly Option[]): Command | null {
  const figures = text.match(/(?<![a-z])[a-z]*\d(?:[\d:.,]*\d)?/g) ?? [];
  const fitting = options.filter(({ label }) => {
    const own = new Set(label.toLowerCase().match(/(?<![a-z])[a-z]*\d(?:[\d:.,-]*\d)?/g) ?? []);
    return figures.some((figure) => own.has(figure));
  });
  return fitting.length === 1 ? (fitting[0]?.command ?? null) : null;
}

const extremes: readonly { readonly said: RegExp; readonly field: RegExp; readonly highest: boolean }[] = [
  {
    said: /\b(?:cheapest|least expensive|lowest|best price)\b/,
    field: /price|cost|fare|total|rate|fee/,
    highest: false,
  },
  { said: /\b(?:most expensive|dearest|priciest)\b/, field: /price|cost|fare|total|rate|fee/, highest: true },
  { said: /\b(?:earliest|soonest)\b/, field: /depart|leave|start|time|hour|date|day/, highest: false },
  { said: /\b(?:latest|most recent|newest)\b/, field: /depart|leave|start|time|hour|date|day/, highest: true },
];

/** "The cheapest", where the options tell a price; two that are equally cheap leave it open. */
function byExtreme(text: string, options: readonly Option[]): Command | null {
  const extreme = extremes.find(({ said }) => said.test(text));
  if (extreme === undefined) return null;
  const ranked = options
    .flatMap((option) => {
      const value = fieldOf(option, extreme.field);
      return value === null ? [] : [{ option, value }];
    })
    .sort((left, right) => (left.value < right.value ? -1 : 1) * (extreme.highest ? -1 : 1));
  const [best, second] = ranked;
  const decides = ranked.length === options.length && best !== undefined && best.value !== second?.value;
  return decides ? best.option.command : null;
}

/** Numbers, or texts that sort as written: 07:15, 2026-11-14. */
function fieldOf({ command }: Option, field: RegExp): number | string | null {
  const item: Json = command.type === "set_slot" ? command.value : null;
  if (item === null || typeof item !== "object" || Array.isArray(item)) return null;
  const [, value] = Object.entries(item).find(([name]) => field.test(name.toLowerCase())) ?? [];
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d\d(?::\d\d|\d\d-\d\d-\d\d)/.test(value) ? value : null;
}

function byWords(text: string, options: readonly Option[]): Command | null {
  const words = new Set(stemsOf(text));
  const scored = options
    .map((option) => {
      const own = stemsOf(option.label).filter((word) => word.length > 2);
      const others = new Set(options.filter((other) => other !== option).flatMap((other) => stemsOf(other.label)));
      return {
        option,
        score: own.filter((word) => words.has(word)).reduce((sum, word) => sum + (others.has(word) ? 0.3 : 1), 0),
      };
    })
    .sort((left, right) => right.score - left.score);
  const [best, second] = scored;
  return best !== undefined && best.score >= 0.8 && best.score > (second?.score ?? 0) ? best.option.command : null;
}
