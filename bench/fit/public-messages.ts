import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Command } from "../../src/engine/commands/command.ts";
import { parseValue } from "../../src/engine/slot-types/slot-types.ts";
import { wordReader } from "../../src/language/word-reader.ts";
import type { FitMessage } from "../../src/optimize/fit/hypothesis-rows.ts";
import { happeningOf, hasEffect } from "../../src/optimize/metrics/outcomes.ts";
import { type Random, seededRandom, shuffled } from "../../src/optimize/metrics/random.ts";
import type { Awaiting, FlowInScope, SlotInScope, UnderstandingContext } from "../../src/understand/understander.ts";
import { sharedFolder } from "../shared-folder.ts";

/** Data of others whose licence lets weights that were fitted on it be shipped; NOTICE names those that ask for it. */
export const publicSets = ["restaurants8k", "snips", "hwu64", "nlupp", "clinc150", "banking77"] as const;
export type PublicSet = (typeof publicSets)[number];

/** Of each set, so that none outweighs the assistants that were written for this. */
const mostMessages = 150;

/** Messages of one set, drawn by the seed. Null: the data is not on this machine. */
export function publicMessages(
  set: PublicSet,
  options: { readonly seed: number; readonly weight: number },
): readonly FitMessage[] | null {
  const random = seededRandom(`${set} ${options.seed}`);
  const drawn = adapters[set](random);
  return drawn === null
    ? null
    : shuffled(drawn, random)
        .slice(0, mostMessages)
        .map((each) => ({ ...each, domain: set, weight: options.weight }));
}

type Drawn = Omit<FitMessage, "domain" | "weight">;

const span = z.object({ slot: z.string(), start: z.number(), end: z.number() });
const spanRow = z.object({
  text: z.string(),
  intent: z.string().default(""),
  requested: z.array(z.string()).default([]),
  slots: z.array(span).default([]),
});
type SpanRow = z.infer<typeof spanRow>;

const adapters: Readonly<Record<PublicSet, (random: Random) => readonly Drawn[] | null>> = {
  restaurants8k: () => {
    const booking = flow("book_table", "Book a table", [
      slot("people", "integer", "How many people are coming", "For how many people?"),
      slot("date", "date", "Day of the visit", "For which day?"),
      slot("time", "time", "Time of the visit", "At what time?"),
      slot("first_name", "string", "First name of the guest", "What is your first name?"),
      slot("last_name", "string", "Last name of the guest", "And your last name?"),
    ]);
    return (
      rowsOf("restaurants8k-train.jsonl")
        ?.filter(({ requested, slots }) => requested.length === 1 && slots.length > 0)
        .flatMap((row) => {
          const context = contextOf([booking], { kind: "slot", slot: row.requested[0] ?? "" }, booking);
          const values = valuesOf(row, context);
          return values === null ? [] : [drawn(row.text, context, values)];
        }) ?? null
    );
  },

  snips: () => {
    const flows = [
      flow("AddToPlaylist", "Add music to a playlist", [
        slot("playlist", "string", "Name of the playlist", "Which playlist?"),
        slot("artist", "string", "Artist", "Which artist?"),
        slot("entity_name", "string", "Title of the song", "Which song?"),
      ]),
      flow("BookRestaurant", "Book a table in a restaurant", [
        slot("party_size_number", "integer", "How many people", "How many people?"),
        slot("city", "string", "City", "In which city?"),
        slot("restaurant_name", "string", "Name of the restaurant", "Which restaurant?"),
      ]),
      flow("GetWeather", "Tell the weather", [slot("city", "string", "City", "In which city?")]),
      flow("PlayMusic", "Play music", [
        slot("artist", "string", "Artist", "Which artist?"),
        slot("service", "string", "Music service", "Which service?"),
      ]),
      flow("RateBook", "Rate a book", [
        slot("object_name", "string", "Title of the book", "Which book?"),
        slot("rating_value", "integer", "Rating in stars", "How many stars?"),
      ]),
      flow("SearchCreativeWork", "Look for a film, a book, a game or a song by its title", [
        slot("object_name", "string", "Title", "What is it called?"),
      ]),
      flow("SearchScreeningEvent", "Find out when a film is shown", [
        slot("movie_name", "string", "Name of the film", "Which film?"),
      ]),
    ];
    const context = contextOf(flows, { kind: "message" });
    return (
      rowsOf("snips-slots-train.jsonl")?.flatMap((row) => {
        const own = flows.find(({ name }) => name === row.intent)?.slots.map(({ name }) => name) ?? [];
        const values = valuesOf({ ...row, slots: row.slots.filter(({ slot: name }) => own.includes(name)) }, context);
        return values === null ? [] : [drawn(row.text, context, [{ type: "start_flow", flow: row.intent }, ...values])];
      }) ?? null
    );
  },

  hwu64: (random) => {
    const rows = rowsOf("hwu64-train.jsonl");
    if (rows === null) return null;
    const talk = ["general_praise", "general_joke", "general_quirky"];
    // Questions about the world are no tasks.
    const tasks = rows.filter(({ intent }) => !/^(?:general|qa)_|_query$|likeness/.test(intent));
    const chosen = intentFlows(tasks, random, { flows: 8, examples: 3 });
    const reminder = flow("plan_event", "Plan an event", [
      { ...slot("colour", "string", "Colour of the entry", "Which colour would you like?"), required: false },
    ]);
    const asked = contextOf([reminder], { kind: "slot", slot: "colour" }, reminder);
    const idle = contextOf(chosen.flows, { kind: "message" });
    return [
      ...chosen.others
        .slice(0, 60)
        .map(({ text, intent }) => drawn(text, idle, [{ type: "start_flow", flow: intent }])),
      ...shuffled(
        rows.filter(({ intent }) => talk.includes(intent)),
        random,
      )
        .slice(0, 40)
        .map(({ text }) => drawn(text, idle, [])),
      ...shuffled(
        rows.filter(({ intent }) => intent === "general_dontcare"),
        random,
      )
        .slice(0, 30)
        .map(({ text }) => drawn(text, asked, [{ type: "skip_slot", slot: "colour" }])),
    ];
  },

  nlupp: () => {
    const files = ["nlupp-banking-dev.jsonl", "nlupp-hotels-dev.jsonl"].map(linesOf);
    if (files.includes(null)) return null;
    const kinds: Readonly<Record<string, SlotInScope>> = {
      date: slot("date", "date", "The day", "Which day?"),
      time: slot("time", "time", "The time", "At what time?"),
      amount_of_money: slot("amount_of_money", "float", "The amount", "How much?"),
      people: slot("people", "integer", "How many people", "How many people?"),
      rooms: slot("rooms", "integer", "How many rooms", "How many rooms?"),
    };
    const row = z.object({ text: z.string(), intents: z.array(z.string()), slots: z.record(z.string(), z.unknown()) });
    const place = z.object({ span: z.tuple([z.number(), z.number()]) });
    return files.flatMap((lines) =>
      (lines ?? []).flatMap((line) => {
        const { text, intents, slots } = row.parse(line);
        const [[name, given] = ["", null], ...more] = Object.entries(slots);
        const wanted = kinds[name];
        const found = place.safeParse(given);
        // Only what can be an answer: one value, and no wish of its own.
        if (wanted === undefined || more.length > 0 || !found.success) return [];
        if (intents.some((intent) => !["acknowledge", "affirm", "greet"].includes(intent))) return [];
        const active = flow("answer", "Answer a question", [wanted]);
        const context = contextOf([active], { kind: "slot", slot: name }, active);
        const [start, end] = found.data.span;
        const values = valuesOf({ text, slots: [{ slot: name, start, end }] }, context);
        return values === null ? [] : [drawn(text, context, values)];
      }),
    );
  },

  clinc150: (random) => {
    const [examples, rows] = [rowsOf("clinc150-train10.jsonl"), rowsOf("clinc150-dev.jsonl")];
    if (examples === null || rows === null) return null;
    const chosen = intentFlows([...examples, ...rows.filter(({ intent }) => intent !== "oos")], random, {
      flows: 10,
      examples: 3,
    });
    const idle = contextOf(chosen.flows, { kind: "message" });
    return [
      ...chosen.others
        .slice(0, 80)
        .map(({ text, intent }) => drawn(text, idle, [{ type: "start_flow", flow: intent }])),
      ...shuffled(
        rows.filter(({ intent }) => intent === "oos"),
        random,
      )
        .slice(0, 60)
        .map(({ text }) => drawn(text, idle, [])),
    ];
  },

  banking77: (random) => {
    const rows = rowsOf("banking77-train.jsonl");
    if (rows === null) return null;
    const chosen = intentFlows(rows, random, { flows: 8, examples: 4 });
    const idle = contextOf(chosen.flows, { kind: "message" });
    return chosen.others
      .slice(0, 100)
      .map(({ text, intent }) => drawn(text, idle, [{ type: "start_flow", flow: intent }]));
  },
};

/** Some intents as flows, with a few of their messages as examples; the other messages of these intents are there to be understood. */
function intentFlows(
  rows: readonly SpanRow[],
  random: Random,
  count: { readonly flows: number; readonly examples: number },
): { readonly flows: readonly FlowInScope[]; readonly others: readonly SpanRow[] } {
  const names = shuffled([...new Set(rows.map(({ intent }) => intent))], random).slice(0, count.flows);
  const drawnRows = names.map((name) =>
    shuffled(
      rows.filter(({ intent }) => intent === name),
      random,
    ),
  );
  return {
    flows: drawnRows.map((own, index) => ({
      ...flow(names[index] ?? "", (names[index] ?? "").replaceAll("_", " "), []),
      examples: own.slice(0, count.examples).map(({ text }) => text),
    })),
    others: shuffled(
      drawnRows.flatMap((own) => own.slice(count.examples)),
      random,
    ),
  };
}

/** Values by the type of their slot. Null: a span is no value of its slot, so nobody can tell what is right. */
function valuesOf(
  { text, slots }: Pick<SpanRow, "text" | "slots">,
  context: UnderstandingContext,
): readonly Command[] | null {
  const words = wordReader(context);
  const known = new Map(context.flows.flatMap((each) => each.slots).map((each) => [each.name, each]));
  const values: Command[] = [];
  for (const { slot: name, start, end } of slots) {
    const scope = known.get(name);
    if (scope === undefined) return null;
    const parsed = parseValue(scope, text.slice(start, end), words);
    if (!parsed.ok) return null;
    values.push({ type: "set_slot", slot: name, value: parsed.value });
  }
  return values;
}

/** Nothing wanted: whatever changes nothing is right. */
const drawn = (message: string, context: UnderstandingContext, expected: readonly Command[]): Drawn => ({
  message,
  context,
  judge: (commands) => {
    const compared = happeningOf(expected, commands, { context });
    return expected.length === 0 ? { ...compared, exact: !commands.some(hasEffect) } : compared;
  },
});

const flow = (name: string, description: string, slots: readonly SlotInScope[]): FlowInScope => ({
  name,
  description,
  examples: [],
  slots,
});

const slot = (name: string, type: SlotInScope["type"], description: string, prompt: string): SlotInScope => ({
  name,
  type,
  description,
  prompt,
  examples: [],
  values: [],
  required: true,
});

const contextOf = (
  flows: readonly FlowInScope[],
  awaiting: Awaiting,
  active: FlowInScope | null = null,
): UnderstandingContext => ({
  conversationId: "fit",
  assistantHash: flows.map(({ name }) => name).join(" "),
  conversationState: awaiting.kind === "message" ? "idle" : "waiting_for_slot",
  awaiting,
  flows,
  active,
  paused: [],
  known: {},
  history: [],
  commands: [],
  now: Date.parse("2026-11-18T10:00:00Z"),
  timezone: "Europe/London",
  language: "en",
});

const rowsOf = (file: string): readonly SpanRow[] | null => linesOf(file)?.map((line) => spanRow.parse(line)) ?? null;

function linesOf(file: string): readonly unknown[] | null {
  const path = join(sharedFolder, "data/intent", file);
  if (!existsSync(path)) return null;
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
