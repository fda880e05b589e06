import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

export const languages = ["en", "es", "de", "fr"] as const;
export type ExpressionLanguage = (typeof languages)[number];

const date = z.iso.date();
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
const duration = z.string().regex(/^P(?:\d+[YMD]|T(?:\d+H)?(?:\d+M)?(?:\d+S)?)$/);
const spread = <Item extends z.ZodType>(item: Item) => z.strictObject({ from: item, to: item });
const units =
  "g kg t oz lb st ml cl l pint gal cup tbsp tsp mm cm m km in ft mi m2 ft2 ha acre km/h mph C F percent MB GB TB V W kWh";
const unit = z.string().refine((name) => units.split(" ").includes(name));
const currency = z.string().regex(/^[A-Z]{3}$/);

/** What a value of each kind looks like. */
const values = {
  number: z.union([z.number(), spread(z.number())]),
  count: z.int().positive(),
  ordinal: z.int().refine((place) => place !== 0),
  quantity: z.union([
    z.strictObject({ amount: z.number(), unit }),
    z.strictObject({ from: z.number(), to: z.number(), unit }),
  ]),
  money: z.union([
    z.strictObject({ amount: z.number(), currency }),
    z.strictObject({ from: z.number(), to: z.number(), currency }),
  ]),
  date,
  time,
  date_range: spread(date).refine(({ from, to }) => from <= to),
  time_range: spread(time),
  duration: z.union([duration, spread(duration)]),
  yes_no: z.enum(["yes", "no", "maybe"]),
  email: z.email(),
  phone: z.e164(),
  url: z.string().regex(/^\S+\.\S+$|^https?:\/\/\S+$/),
  iban: z.string().refine(isIban),
  code: z.string().min(1),
  plate: z.string().regex(/^[A-Z0-9]+$/),
  address: z.string().min(1),
  name: z.string().min(1),
} satisfies Record<string, z.ZodType>;

const rowOf = <Kind extends string>(kind: Kind, value: z.ZodType) =>
  z.strictObject({
    text: z.string().min(1),
    span: z.string().min(1).optional(),
    kind: z.literal(kind),
    value: z.union([value, z.literal("none")]),
    alternatives: z.array(value).min(1).optional(),
    excluded: z.literal(true).optional(),
    hedge: z.enum(["about", "at_least", "at_most", "more_than", "less_than"]).optional(),
    taken_back: z.array(value).min(1).optional(),
    relative_to: z.union([date, time]).optional(),
    expects: z.literal("past").optional(),
    at: instant.optional(),
    region: z.string().length(2).optional(),
    slot_unit: unit.optional(),
  });

export const kinds = Object.keys(values) as readonly (keyof typeof values)[];

const file = z.strictObject({
  reference: z.strictObject({ at: instant, zone: z.string() }),
  rows: z.array(
    z.discriminatedUnion(
      "kind",
      Object.entries(values).map(([kind, value]) => rowOf(kind, value)) as [ReturnType<typeof rowOf>],
    ),
  ),
});

export type Expressions = z.infer<typeof file>;
export type Expression = Expressions["rows"][number];

/** The table of one language; throws where a row has not the form that README.md describes. */
export const readExpressions = (language: ExpressionLanguage): Expressions =>
  file.parse(parse(readFileSync(new URL(`${language}.yaml`, import.meta.url), "utf8")));

/** ISO 13616: the first four characters moved to the end, letters as numbers, the rest by 97 is 1. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  const digits = [...turned].map((sign) => Number.parseInt(sign, 36)).join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
