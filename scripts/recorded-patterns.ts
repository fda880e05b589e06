/** A regular expression that was built at run time, and where. */
export interface BuiltPattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Messages that lead through every reader at least once. */
const messages = [
  "Book a flight from Madrid to Paris on friday at 3 pm for two people, please",
  "no, make it Rome instead, in CA, called Leave for home",
  "how much does it cost and where does it leave?",
  "the second one",
  "BK-7, 50 euros to Ana, any kind of food",
];

/** Every expression that is built while the readers of users' texts are loaded and used. Load none of them before. */
export async function recordPatterns(): Promise<readonly BuiltPattern[]> {
  const Native = RegExp;
  const built = new Map<string, BuiltPattern>();
  const placeOf = (): string => {
    const frames = (new Error().stack ?? "").split("\n").slice(1);
    const caller = frames.find((line) => /[/\\](?:src|node_modules)[/\\]/.test(line)) ?? "";
    return caller.includes("node_modules") ? "" : caller.replace(/^.*[/\\](src[/\\])/, "$1").replace(/\)$/, "");
  };
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [source, flags], newTarget) {
      const pattern = Reflect.construct(target, [source, flags], newTarget) as RegExp;
      const place = placeOf();
      if (place !== "") built.set(pattern.source, { place, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    await readAll();
  } finally {
    globalThis.RegExp = Native;
  }
  return [...built.values()];
}

async function readAll(): Promise<void> {
  const { situations } = await import("../tests/understanding/growth/situations.ts");
  const { createEngine } = await import("../src/understand/embedded/engine.ts");
  const { chosenOption } = await import("../src/understand/embedded/chosen-option.ts");
  const { quantitiesIn } = await import("../src/digress/knowledge/quantities.ts");
  const { coerce } = await import("../src/turn/values/prepare-command.ts");
  const { read } = await import("../src/language/read.ts");
  const { languages } = await import("../src/language/languages.ts");
  const { kinds } = await import("../tests/language/expressions/read-expressions.ts");
  const engine = createEngine(null);
  for (const language of Object.keys(languages)) {
    for (const kind of kinds) read(kind, messages.join(" "), { now: 0, timezone: "UTC", language });
  }
  for (const message of messages) {
    for (const context of situations.values()) {
      await engine.understand({ message, context });
      for (const type of ["date", "time", "datetime", "integer", "boolean"] as const)
        coerce({ type, values: [] }, message, context);
    }
    chosenOption(message, []);
    quantitiesIn(message, "en");
  }
}
