import type { Rules, Words } from "../language.ts";
import { countingWords, ordinalWords } from "../number-table.ts";

const units = "unième deuxième troisième quatrième cinquième sixième septième huitième neuvième";
const below =
  "dixième onzième douzième treizième quatorzième quinzième seizième dix_septième dix_huitième dix_neuvième";
/** With their plural. */
const plural = (words: string): string =>
  words
    .split(" ")
    .map((word) => `${word}/${word}s`)
    .join(" ");
/** `vingt et unième`, `vingt-deuxième`. */
const afterTen = (ten: string, words: string): string =>
  words
    .split(" ")
    .map((word) => (/^(?:un|on)/.test(word) ? `${ten}_et_${word}` : `${ten}_${word}`))
    .join(" ");
/** About so many of something. */
export const groups = [
  [8, "huitaine"],
  [10, "dizaine"],
  [15, "quinzaine"],
  [20, "vingtaine"],
  [30, "trentaine"],
  [40, "quarantaine"],
  [50, "cinquantaine"],
  [60, "soixantaine"],
  [100, "centaine"],
  [1000, "millier"],
] as const;

export const numberWords = {
  numberWord: [
    ...countingWords("zéro/aucun/aucune un/une deux trois quatre cinq six sept huit neuf", { from: 0 }),
    ...countingWords("dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf", { from: 10 }),
    ...countingWords("vingt trente quarante cinquante", { from: 20, step: 10, room: 10 }),
    // Sixty and eighty go on to nineteen: `soixante-dix`, `quatre-vingt-dix`.
    ...countingWords("soixante quatre_vingts/quatre_vingt", { from: 60, step: 20, room: 20 }),
    ...countingWords("septante huitante/octante nonante", { from: 70, step: 10, room: 10 }),
    [{ kind: "part", value: 100, room: 100 }, "cent"],
    [{ kind: "hundred" }, "cent|cents"],
    [{ kind: "scale", value: 1000, isAlone: true }, "mille|mil"],
    [{ kind: "scale", value: 1_000_000 }, "million|millions|million de|millions de"],
    [{ kind: "scale", value: 1_000_000_000 }, "milliard|milliards|milliard de|milliards de"],
    [{ kind: "group", value: 12 }, "douzaine|douzaines|douzaine de|douzaines de"],
    [{ kind: "group", value: 2 }, "paire|paire de|couple|couple de"],
    ...groups.map(
      ([value, word]) => [{ kind: "group", value } as const, `${word}|${word}s|${word} de|${word}s de`] as const,
    ),
  ],
  article: [[1, "un|une"]],
  fraction: [
    [0.5, "demi|demie|demis|moitié"],
    [0.25, "quart|quarts"],
    [1 / 3, "tiers"],
    [0.2, "cinquième|cinquièmes"],
    [0.125, "huitième|huitièmes"],
    [0.1, "dixième|dixièmes"],
  ],
  joinTen: [[1, "et"]],
  joinMore: [[1, "et"]],
  minus: [[-1, "moins"]],
  point: [[1, "virgule|point"]],
  numberSuffix: [
    [1000, "k"],
    [1_000_000, "m|mio"],
  ],
  ordinalWord: [
    [1, "premier|première|premiers|premières"],
    [2, "second|seconde|seconds|secondes"],
    ...ordinalWords(plural(units)).slice(1),
    ...ordinalWords(plural(below), 10),
    ...["vingt", "trente", "quarante", "cinquante", "soixante", "quatre_vingt"].flatMap((ten, index) => {
      const value = index < 5 ? 20 + 10 * index : 80;
      const own = ten.endsWith("e") ? `${ten.slice(0, -1)}ième` : `${ten}ième`;
      return [...ordinalWords(own, value), ...ordinalWords(afterTen(ten, units), value + 1)];
    }),
    ...ordinalWords(afterTen("soixante", below), 70),
    ...ordinalWords(afterTen("quatre_vingt", below), 90),
    [100, "centième"],
  ],
  ordinalSuffix: [[1, "er|ère|ere|ers|ères|re|e|è|ème|eme|ième|ieme|nd|nde|émé"]],
  place: [
    [-1, "dernier|dernière|derniers|dernières|celui du bas|celle du bas|tout en bas|celui de la fin"],
    [-2, "avant-dernier|avant-dernière|avant dernier|avant dernière|pénultième|deuxième en partant de la fin"],
    [-3, "antépénultième|troisième en partant de la fin"],
    [1, "celui du haut|celle du haut|tout en haut|tout premier|toute première|tout 1er"],
  ],
} as const satisfies Partial<Words>;

export const numberRules = {
  number_phrase: [
    "entre <number:low> et <number:high>",
    "de? <number:low> (à|jusqu'à) <number:high>",
    ...groups.map(([value, word]) => `(une|la|un) ${word} (de|d')? => value=${value} hedge=about`),
    "(quelques|quelques uns|quelques unes|plusieurs) => value=3 weak=1",
    "(les deux|tous les deux|toutes les deux) => value=2",
    "la moitié => value=0.5",
    "(un seul|une seule|un unique) => value=1",
  ],
  ordinal_phrase: [
    "(option|choix|lettre) <letter:value>",
    "(numéro|num|option|choix|réponse|le numéro|l'option) .? <whole:value>",
    "n (°|º|o) <whole:value>",
    "# <whole:value>",
    "(le|la|celui|celle) (du milieu|au milieu|centrale|central) => of=3",
    "(le|la|celui|celle) (du milieu|au milieu) (des|sur|de)? <whole:of>",
    "(le|la|l')? <ordinal:value> (en partant|à partir) (du haut|du début|de la gauche)",
    "(le|la|l')? <ordinal:value> (en partant|à partir) (de la fin|du bas|de la droite) => fromEnd=1",
    "(le|la|les|l'|au|à la) <ordinal:value>",
    "(le|la|les|l'|au|à la) <place:value>",
    "(le|la) <whole:value>",
    "<whole:value> => weak=1",
  ],
} as const satisfies Partial<Rules>;
