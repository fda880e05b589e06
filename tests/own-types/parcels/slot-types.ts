import { defineSlotType } from "../../../src/runtime/define-own.ts";

const kilos = /(\d+(?:[.,]\d{1,3})?) {0,3}(kg|kilos?)\b/i;
const grams = /(\d{1,6}) {0,3}(?:g|grams?)\b/i;

/** In grams. */
function parse(given: unknown): number | null {
  if (typeof given === "number") return Number.isSafeInteger(given) && given > 0 ? given : null;
  const text = String(given);
  const heavy = kilos.exec(text);
  if (heavy !== null) return Math.round(Number(heavy[1]?.replace(",", ".")) * 1000);
  const light = grams.exec(text);
  return light === null ? null : Number(light[1]);
}

export const slotTypes = {
  weight: defineSlotType({
    conforms: "integer",
    examples: ["two kilos", "750 g"],
    parse,
    format: (value, { language }) =>
      Number(value) < 1000 ? `${value} g` : `${(Number(value) / 1000).toLocaleString(language)} kg`,
  }),
};
