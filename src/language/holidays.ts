/** Days of the year that people call by name: folded pattern, month, day. */
export const holidays: readonly (readonly [RegExp, number, number])[] = [
  [/\b(?:christmas eve|nochebuena)\b/g, 12, 24],
  [/\b(?:christmas(?! eve)(?: day)?|xmas(?: day)?|(?:dia de )?navidad)\b/g, 12, 25],
  [/\b(?:new year['’]?s? eve|nochevieja)\b/g, 12, 31],
  [/\b(?:new year(?!['’]?s? eve)(?:['’]?s)?(?: day)?|ano nuevo)\b/g, 1, 1],
  [/\b(?:valentine['’]?s?(?: day)?|san valentin)\b/g, 2, 14],
  [/\bhalloween\b/g, 10, 31],
];

export const weekdays: ReadonlyMap<string, number> = new Map(
  [
    "sunday monday tuesday wednesday thursday friday saturday",
    "domingo lunes martes miercoles jueves viernes sabado",
    "sun mon tue wed thu fri sat",
  ].flatMap((names) => names.split(" ").map((name, index): [string, number] => [name, index])),
);
