import type { Slot } from "../engine/assistant/slot.ts";

/** Words of a question that say nothing about its subject, in the languages that have texts. */
const fillers = new Set(
  `
  a about accept accepted all allowed an any are available be can choice choices choose could did do does exist
  exists for from give have how i in is it its kind kinds list many may me mean means must my need of offer on one
  option options or our possible put say should some support supported that the their there these they this those
  to type types use value values was we what when where which who why will with would you your
  al algo algun alguna algunas algunos con cual cuales cuando cuanto cuantos de debe debo del disponible
  disponibles donde el ella ello en es esa ese eso esta este esto existen hay la las lo los me mi mis necesita
  necesitas opcion opciones para por porque puede puedo que quien se ser significa sirve son su sus tengo tienen
  tienes tipo tipos tu tus un una unas uno unos valor valores y
  `.match(/\w+/g),
);

/**
 * The slot that the topic is about: by name, or because every word of the topic is one of the slot's. Half a match is
 * none, because a wrong answer is worse than an honest "I don't know". Of several, the earliest: put the likeliest first.
 */
export function matchSlot(topic: string, slots: readonly Slot[]): Slot | null {
  const asked = wordsOf(topic);
  return (
    slots.find((slot) => plain(slot.name) === plain(topic)) ??
    slots.find((slot) => asked.length > 0 && isAbout(slot, asked)) ??
    null
  );
}

function isAbout(slot: Slot, asked: readonly string[]): boolean {
  const known = new Set([slot.name, slot.label ?? "", slot.description].flatMap(wordsOf));
  return asked.every((word) => known.has(word));
}

function wordsOf(text: string): readonly string[] {
  const words = plain(text)
    .split(" ")
    .filter((word) => word !== "" && !fillers.has(word));
  return [...new Set(words.map(singular))];
}

/** Small letters without accents or punctuation; `departure_date` reads as two words. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** No word that exists, only good enough to compare: cities and city, codes and code, clases and clase become the same. */
function singular(word: string): string {
  return word.length <= 3 ? word : word.replace(/ies$/, "y").replace(/(es|(?<!s)s|e)$/, "");
}
