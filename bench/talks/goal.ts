/** What an input of an action must be. `holds`: a text with each of these in it. */
export type Wanted = string | number | boolean | { readonly holds: readonly string[] };

/** Something the user wants done. */
export interface Wish {
  readonly flow: string;
  readonly action: string;
  /** What the action must get. An input that is not named must be empty. */
  readonly inputs: Readonly<Record<string, Wanted>>;
  /** How the user asks for it; the next one, if the first did not help. */
  readonly opens: readonly string[];
  /** How the user answers the question for a slot; the next one, if it is asked again. */
  readonly says: Readonly<Record<string, readonly string[]>>;
}

/** Something the user does once, besides answering. */
export interface Deviation {
  /** The question that it is said at: the name of a slot, or the confirmation. */
  readonly at: string;
  readonly says: string;
  /** What the user wants from then on. */
  readonly changes?: Readonly<Record<string, Wanted>>;
  /** The flow that is not wanted any more. */
  readonly drops?: string;
}

export interface Goal {
  readonly id: string;
  readonly kind: "plain" | "tells much" | "corrects" | "changes mind" | "asks" | "interrupts" | "gives up";
  /** The messages that the user needs if everything is understood. */
  readonly least: number;
  readonly wishes: readonly Wish[];
  readonly deviations?: readonly Deviation[];
}

export interface Talks {
  readonly goals: readonly Goal[];
  /** What the user calls a slot. */
  readonly words: Readonly<Record<string, string>>;
}

export const fits = (wanted: Wanted | undefined, given: unknown): boolean => {
  const isEmpty = given === undefined || given === null || given === "";
  if (wanted === undefined) return isEmpty;
  if (isEmpty) return false;
  if (typeof wanted === "number") return Number(given) === wanted;
  if (typeof wanted === "boolean") return given === wanted;
  if (typeof wanted === "string") return tight(String(given)) === tight(wanted);
  return wanted.holds.every((part) => tight(String(given)).includes(tight(part)));
};

/** Case, punctuation and blanks do not matter. */
const tight = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@+]+/gu, "");

/** How the user writes a value in a correction. */
export const spoken = (wanted: Wanted): string => {
  if (typeof wanted === "object") return wanted.holds.join(" ");
  if (typeof wanted === "boolean") return wanted ? "yes" : "no";
  const [, , month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(wanted)) ?? [];
  return month === undefined ? String(wanted) : `${Number(day)} ${months[Number(month) - 1]}`;
};

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
