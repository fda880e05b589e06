import type { Rules, Words } from "../language.ts";
import { countingWords, ordinalWords } from "../number-table.ts";

const hundreds =
  "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas/sietecientos ochocientos/ochocientas novecientos/novecientas/nuevecientos";

/** `primero`, `primera`, `primer`, and the plural. */
const gendered = (words: string): string =>
  words
    .split(" ")
    .map((word) => `${word}o/${word}a/${word}os/${word}as`)
    .join(" ");

const tens = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");

export const numberWords = {
  numberWord: [
    ...countingWords("cero/ninguno/ninguna uno/un/una dos tres cuatro cinco seis siete ocho nueve", { from: 0 }),
    ...countingWords(
      "diez once doce trece catorce quince dieciséis/diez_y_seis diecisiete/diez_y_siete dieciocho/diez_y_ocho diecinueve/diez_y_nueve",
      { from: 10 },
    ),
    ...countingWords("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa", {
      from: 20,
      step: 10,
      room: 10,
    }),
    ...countingWords(
      "veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
      { from: 21 },
    ),
    // Written as one word: `treintaiuno`.
    ...tens.flatMap((ten, index) =>
      countingWords(
        "uno dos tres cuatro cinco seis siete ocho nueve"
          .split(" ")
          .map((unit) => `${ten}i${unit}`)
          .join(" "),
        { from: 31 + 10 * index },
      ),
    ),
    ...countingWords(hundreds, { from: 100, step: 100, room: 100 }),
    [{ kind: "hundred" }, "cientos|cientos de|centenares|centenares de"],
    [{ kind: "scale", value: 1000, isAlone: true }, "mil|miles"],
    [{ kind: "scale", value: 1_000_000, isAlone: true }, "millón"],
    [{ kind: "scale", value: 1_000_000 }, "millones"],
    [{ kind: "scale", value: 1_000_000_000 }, "mil millones|millardo"],
    [{ kind: "group", value: 12 }, "docena|docenas"],
    [{ kind: "group", value: 2 }, "par|par de|pares|pareja"],
    [{ kind: "group", value: 10 }, "decena|decenas"],
    [{ kind: "group", value: 15 }, "quincena"],
    [{ kind: "group", value: 20 }, "veintena"],
    [{ kind: "group", value: 30 }, "treintena"],
    [{ kind: "group", value: 100 }, "centenar|centena"],
    [{ kind: "group", value: 1000 }, "millar|millares"],
  ],
  article: [[1, "un|una|unos|unas"]],
  fraction: [
    [0.5, "medio|media|mitad"],
    [0.25, "cuarto|cuartos|cuarta parte|cuartas partes"],
    [1 / 3, "tercio|tercios|tercera parte|terceras partes"],
    [0.2, "quinto|quintos|quinta parte"],
    [0.1, "décimo|décimos|décima parte|décimas"],
  ],
  joinTen: [[1, "y"]],
  joinMore: [[1, "y|con|e"]],
  minus: [[-1, "menos"]],
  point: [[1, "coma|punto|con"]],
  numberSuffix: [
    [1000, "k"],
    [1_000_000, "m|mill|mio"],
  ],
  ordinalWord: [
    ...ordinalWords(gendered("primer segund tercer cuart quint sext séptim octav noven")),
    [1, "primer|primeros|primeras|1er"],
    [3, "tercer"],
    [7, "sétimo|sétima"],
    ...ordinalWords(gendered("décim undécim duodécim"), 10),
    [11, "decimoprimero|decimoprimera"],
    [12, "decimosegundo|decimosegunda"],
    [13, "decimotercero|decimotercera|decimotercer"],
    ...ordinalWords(gendered("decimocuart decimoquint decimosext decimoséptim decimooctav decimonoven"), 14),
    ...ordinalWords(gendered("vigésim trigésim cuadragésim quincuagésim"), 20, 10),
    [21, "vigésimo primero|vigésima primera|vigesimoprimero|vigesimoprimera"],
    [100, "centésimo|centésima"],
  ],
  ordinalSuffix: [[1, "º|ª|°|o|a|er|ero|era|do|da|to|ta|mo|ma|.º|.ª|.er|vo|va|no|na|ro|ra"]],
  place: [
    [-1, "último|última|últimos|últimas|el de abajo|la de abajo|el de abajo del todo|el del final|la del final"],
    [-2, "penúltimo|penúltima|anteúltimo|anteúltima|segundo por el final|el segundo por el final"],
    [-3, "antepenúltimo|antepenúltima"],
    [1, "el de arriba|la de arriba|el del principio"],
  ],
} as const satisfies Partial<Words>;

export const numberRules = {
  number_phrase: [
    "entre <number:low> y <number:high>",
    "(de|desde|del|desde el)? <number:low> (a|hasta|al|hasta el) <number:high>",
    "unos? pocos => value=3 weak=1",
    "(unas pocas|unos cuantos|unas cuantas|varios|varias) => value=3 weak=1",
    "(los dos|las dos|ambos|ambas) => value=2",
    "la mitad => value=0.5",
    "(medio|media) => value=0.5 weak=1",
    "docena y media => value=18",
  ],
  ordinal_phrase: [
    "(opción|respuesta|letra) <letter:value>",
    "(número|num|núm|nº|opción|el número|la opción|la número|el) .? <whole:value>",
    "n . (º|°|o) <whole:value>",
    "# <whole:value>",
    "(el|la) (de en medio|de enmedio|del medio|del centro|central) => of=3",
    "(el|la) (de en medio|del medio|central) de (los|las)? <whole:of>",
    "(el|la|lo) <ordinal:value>",
    "(el|la)? <ordinal:value> (por|desde|empezando por) (el final|abajo|atrás) => fromEnd=1",
    "(el|la)? <ordinal:value> (por|desde|empezando por) (el principio|arriba)",
    "<whole:value> => weak=1",
  ],
} as const satisfies Partial<Rules>;
