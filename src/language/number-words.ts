/** English and Spanish number words, folded (no accents). */
export type NumberWord =
  /** Below ten: may follow a ten. */
  | { readonly kind: "unit"; readonly value: number }
  /** 10 to 19, and the Spanish 21 to 29, which are one word. */
  | { readonly kind: "teen"; readonly value: number }
  | { readonly kind: "ten"; readonly value: number }
  /** The Spanish hundreds, which are one word. */
  | { readonly kind: "hundreds"; readonly value: number }
  | { readonly kind: "hundred" }
  | { readonly kind: "scale"; readonly value: number }
  | { readonly kind: "group"; readonly value: number };

const units =
  "zero one two three four five six seven eight nine|cero uno dos tres cuatro cinco seis siete ocho nueve".split("|");
const teens =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen|diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve".split(
    "|",
  );
const tens =
  "twenty thirty forty fifty sixty seventy eighty ninety|veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(
    "|",
  );
const twenties =
  "veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve".split(" ");
const hundreds =
  "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");

const entries = (lists: readonly string[], make: (index: number) => NumberWord): [string, NumberWord][] =>
  lists.flatMap((list) => list.split(" ").map((word, index): [string, NumberWord] => [word, make(index)]));

export const numberWords: ReadonlyMap<string, NumberWord> = new Map([
  ...entries(units, (index) => ({ kind: "unit", value: index })),
  ...entries(teens, (index) => ({ kind: "teen", value: 10 + index })),
  ...entries(tens, (index) => ({ kind: "ten", value: 20 + 10 * index })),
  ...entries([twenties.join(" ")], (index) => ({ kind: "teen", value: 21 + index })),
  ...entries([hundreds.join(" ")], (index) => ({ kind: "hundreds", value: 100 + 100 * index })),
  ...entries([hundreds.map((word) => word.replace(/os$/, "as")).join(" ")], (index) => ({
    kind: "hundreds",
    value: 100 + 100 * index,
  })),
  ["un", { kind: "unit", value: 1 }],
  ["una", { kind: "unit", value: 1 }],
  ["veintiun", { kind: "teen", value: 21 }],
  ["veintiuna", { kind: "teen", value: 21 }],
  ["ciento", { kind: "hundreds", value: 100 }],
  ["hundred", { kind: "hundred" }],
  ["thousand", { kind: "scale", value: 1_000 }],
  ["mil", { kind: "scale", value: 1_000 }],
  ["million", { kind: "scale", value: 1_000_000 }],
  ["millon", { kind: "scale", value: 1_000_000 }],
  ["millones", { kind: "scale", value: 1_000_000 }],
  ["billion", { kind: "scale", value: 1_000_000_000 }],
  ["dozen", { kind: "group", value: 12 }],
  ["docena", { kind: "group", value: 12 }],
  ["docenas", { kind: "group", value: 12 }],
  ["couple", { kind: "group", value: 2 }],
  ["pair", { kind: "group", value: 2 }],
  ["par", { kind: "group", value: 2 }],
] satisfies [string, NumberWord][]);

export const articles: ReadonlySet<string> = new Set(["a", "an", "un", "una"]);
export const halves: ReadonlySet<string> = new Set(["half", "medio", "media"]);
/** Joins the parts of one number: two hundred and five, treinta y cinco. */
export const connectors: ReadonlySet<string> = new Set(["and", "y"]);
export const minusWords: ReadonlySet<string> = new Set(["minus", "negative", "menos"]);
export const pointWords: ReadonlySet<string> = new Set(["point", "coma", "punto"]);
