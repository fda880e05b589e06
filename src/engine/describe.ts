interface Named {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
}

/** What a slot, flow or action is: its description, or what texts call it. */
export function describe(thing: Named): string {
  return thing.description.trim() || (thing.label ?? nameInWords(thing.name));
}

/** What texts call a slot. Its description may be a sentence ("How many people fly"), which fits into no other one. */
export const slotLabel = ({ name, label }: Pick<Named, "name" | "label">): string => label ?? nameInWords(name);

/** What texts and buttons call a flow. Its description is mostly what stands on a button ("Book a flight"), unless it is long. */
export function flowLabel({ name, label, description }: Named): string {
  if (label !== undefined) return label;
  const phrase = description.trim().replace(/\.$/, "");
  return phrase !== "" && phrase.length <= longestLabel && !/[.!?:;]\s/.test(phrase)
    ? phrase
    : onButton(nameInWords(name));
}

/** Characters that fit on a button and into a list in a sentence. */
export const longestLabel = 60;

/** A sentence that quotes it makes the letter small again. */
const onButton = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `departure_date` and `departureDate` are a departure date. */
const nameInWords = (name: string): string =>
  name
    .replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll("_", " ")
    .trim();
