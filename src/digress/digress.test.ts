import { describe, expect, it } from "vitest";
import { patientCaller } from "../../tests/support/caller.ts";
import type { Settings } from "../engine/assistant/settings.ts";
import type { Slot } from "../engine/assistant/slot.ts";
import type { Outcome, PatternName } from "../engine/state/outcome.ts";
import { renderOutcomes } from "../respond/render.ts";
import { answerDigression, type DigressionDependencies, type DigressionRequest } from "./digress.ts";
import type { DigressionView } from "./digression-view.ts";
import type { KnowledgeBase, Passage } from "./knowledge-base.ts";

const slot = (name: string, description: string, changes: Partial<Slot> = {}): Slot => ({
  name,
  type: "string",
  description,
  examples: [],
  values: [],
  constraints: [],
  required: true,
  sensitive: false,
  setBy: "user",
  ...changes,
});

const cabin = slot("cabin", "Cabin class", {
  type: "categorical",
  values: [
    { value: "economy", synonyms: [] },
    { value: "business", synonyms: ["biz"] },
  ],
  required: false,
});

const flightSlots = [
  slot("origin", "City of departure"),
  slot("destination", "City of arrival", { examples: ["Madrid", "New York"] }),
  slot("departure_date", "Day of departure", { type: "date" }),
  cabin,
  slot("insured", "Whether you want travel insurance", { type: "boolean", required: false, label: "travel insurance" }),
  slot("flights", "", { type: "any", setBy: "action" }),
];

const flows = [
  { name: "book_flight", description: "Book a flight", slots: flightSlots },
  {
    name: "check_booking",
    description: "Check an existing booking",
    slots: [slot("booking_code", "Code of a booking", { examples: ["BK-7"] })],
  },
];

const idle: DigressionView = { flows, active: null, awaited: null, language: "en" };

const booking: DigressionView = {
  flows,
  active: {
    name: "book_flight",
    description: "Book a flight",
    slots: flightSlots,
    filled: { origin: "Madrid", destination: "Paris", flights: [{ price: 120 }] },
    known: { origin: "Madrid", destination: "Paris", flights: [{ price: 120 }] },
    missing: ["departure_date"],
  },
  awaited: "departure_date",
  language: "en",
};

const confirming: DigressionView = {
  flows,
  active: {
    name: "book_flight",
    description: "Book a flight",
    slots: flightSlots,
    filled: { origin: "Madrid", destination: "Rome", departure_date: "2026-12-20", cabin: "economy" },
    known: { origin: "Madrid", destination: "Rome", departure_date: "2026-12-20", cabin: "economy" },
    missing: [],
  },
  awaited: null,
  language: "en",
};

const documents = (found: readonly Passage[], asked: string[] = []): KnowledgeBase => ({
  search: async (query, { limit }) => {
    asked.push(query);
    return found.slice(0, limit);
  },
});

const baggage: Passage = { text: "One bag of 23 kg.", title: "Baggage", source: "knowledge/baggage.md", score: 0.8 };

const ask = (
  digression: DigressionRequest["digression"],
  view: DigressionView,
  dependencies: Partial<DigressionDependencies> = {},
): Promise<Outcome[]> => answerDigression({ digression, view }, { caller: patientCaller(), ...dependencies });

const question = (topic: string, words = topic) => ({ kind: "question", topic, text: words }) as const;

const inWords = (outcomes: readonly Outcome[], language = "en"): string[] =>
  renderOutcomes(outcomes, {
    assistant: { responses: new Map(), settings: { language: "en" } as Settings },
    language,
    timezone: "Europe/Madrid",
    seed: "conversation-1",
    turn: 2,
  }).map((message) => message.text);

const patternsOf = (outcomes: readonly Outcome[]): (PatternName | null)[] =>
  outcomes.map((outcome) => (outcome.kind === "answered" ? outcome.pattern : null));

describe("why do you need it", () => {
  const why = (topic: string) => ({ kind: "clarification", topic, text: `Why do you need the ${topic}?` }) as const;

  it("is answered from what the slot and the flow are called", async () => {
    const answer = await ask(why("departure_date"), booking);
    expect(inWords(answer)).toEqual(["I need departure date for this: book a flight."]);
    expect(inWords(answer, "es")).toEqual(["Necesito «departure date» para esto: book a flight."]);
  });

  it("is about the slot that was named, not the one being asked for", async () => {
    expect(inWords(await ask(why("cabin"), booking))).toEqual(["I need cabin for this: book a flight."]);
  });

  it.each(["this", "", "my personal data"])("is about the open question if '%s' names none", async (topic) => {
    expect(inWords(await ask(why(topic), booking))).toEqual(["I need departure date for this: book a flight."]);
  });

  it("without an open question is answered by documents, else by what is going on", async () => {
    expect(await ask(why("passport"), confirming, { knowledgeBase: documents([baggage]) })).toMatchObject([
      { kind: "passage" },
    ]);
    expect(patternsOf(await ask(why("passport"), confirming))).toEqual(["help_flow"]);
  });

  it("has an honest answer when nothing was asked", async () => {
    expect(patternsOf(await ask(why("passport"), idle))).toEqual(["dont_know"]);
  });
});

describe("questions", () => {
  it("about a slot with choices get the choices", async () => {
    const answer = await ask(question("cabin", "What cabins are there?"), confirming);
    expect(inWords(answer)).toEqual(["The choices for cabin are economy and business. At the moment it is economy."]);
    expect(inWords(answer, "es")).toEqual(["Las opciones de «cabin» son economy y business. Por ahora es economy."]);
  });

  it("about a yes or no get both words", async () => {
    expect(inWords(await ask(question("travel insurance"), booking))).toEqual([
      "The choices for travel insurance are yes and no.",
    ]);
  });

  it("about a slot without choices get its meaning, examples and what is known", async () => {
    expect(inWords(await ask(question("destination"), booking))).toEqual([
      "It is this: city of arrival. For example: Madrid and New York. At the moment it is Paris.",
    ]);
    expect(inWords(await ask(question("departure_date"), confirming))).toEqual([
      "It is this: day of departure. At the moment it is December 20, 2026.",
    ]);
  });

  it("about a flow that has not started are answered too", async () => {
    expect(inWords(await ask(question("cabins"), idle))).toEqual(["The choices for cabin are economy and business."]);
    expect(inWords(await ask(question("booking_code"), booking))).toEqual([
      "It is this: code of a booking. For example: BK-7.",
    ]);
  });

  it("are answered from the assistant's own data before documents", async () => {
    const asked: string[] = [];
    const answer = await ask(question("cabin"), booking, { knowledgeBase: documents([baggage], asked) });
    expect(patternsOf(answer)).toEqual(["slot_values"]);
    expect(asked).toEqual([]);
  });

  it("that only mention the assistant's own data are answered by a document that surely does", async () => {
    const asking = question("cabin", "When do they serve dinner in business?");
    const sure = documents([{ ...baggage, score: 0.8 }]);
    expect(await ask(asking, booking, { knowledgeBase: sure })).toMatchObject([{ kind: "passage" }]);
    const unsure = documents([{ ...baggage, score: 0.6 }]);
    expect(patternsOf(await ask(asking, booking, { knowledgeBase: unsure }))).toEqual(["slot_values"]);
  });

  it("prefer a document to a mere description, or to a yes and no", async () => {
    const knowledgeBase = documents([baggage]);
    expect(await ask(question("insurance"), booking, { knowledgeBase })).toMatchObject([{ kind: "passage" }]);
    expect(await ask(question("origin"), booking, { knowledgeBase })).toMatchObject([{ kind: "passage" }]);
    expect(patternsOf(await ask(question("origin"), booking, { knowledgeBase: documents([]) }))).toEqual([
      "slot_about",
    ]);
  });

  it("about anything else are looked up in the user's own words", async () => {
    const asked: string[] = [];
    const answer = await ask(question("baggage", "How much can I carry?"), booking, {
      knowledgeBase: documents([baggage], asked),
    });
    expect(answer).toEqual([{ kind: "passage", text: "One bag of 23 kg.", source: "Baggage" }]);
    expect(asked).toEqual(["How much can I carry?"]);
  });

  it("are looked up by topic where the user's words are not known", async () => {
    const asked: string[] = [];
    await ask(question("baggage", " "), booking, { knowledgeBase: documents([], asked) });
    expect(asked).toEqual(["baggage"]);
  });

  it("name the document by its file where it has no title", async () => {
    const knowledgeBase = documents([{ ...baggage, title: "" }]);
    expect(await ask(question("baggage"), booking, { knowledgeBase })).toMatchObject([
      { source: "knowledge/baggage.md" },
    ]);
  });

  it("that nothing answers get an honest 'I don't know' and a way on", async () => {
    const answer = await ask(question("weather"), idle, { knowledgeBase: documents([]) });
    expect(inWords(answer)).toEqual([
      "Sorry, I don't know that. Here is what I can do: book a flight and check an existing booking.",
    ]);
    expect(inWords(await ask(question("weather"), booking))).toEqual(["Sorry, I don't know that."]);
    expect(answer).toMatchObject([{ digression: "question", values: { topic: { value: "weather" } } }]);
  });

  it("survive a knowledge base that fails, and report it", async () => {
    const logged: unknown[] = [];
    const answer = await ask(question("weather"), idle, {
      knowledgeBase: { search: () => Promise.reject(new Error("index is gone")) },
      caller: patientCaller({ log: (message, data) => logged.push([message, data]) }),
    });
    expect(patternsOf(answer)).toEqual(["dont_know"]);
    expect(logged).toMatchObject([["knowledge base failed", { code: "threw", error: "index is gone" }]]);
  });

  it("never find the raw output of an action", async () => {
    expect(patternsOf(await ask(question("flights"), booking))).toEqual(["dont_know"]);
  });
});

describe("what no flow does", () => {
  const outOfScope = { kind: "out_of_scope", topic: "do I need a passport" } as const;

  it("may still stand in the documents", async () => {
    const asked: string[] = [];
    const answer = await ask(outOfScope, booking, { knowledgeBase: documents([baggage], asked) });
    expect(answer).toMatchObject([{ kind: "passage" }]);
    expect(asked).toEqual(["do I need a passport"]);
  });

  it("is out of scope where they don't have it, or where nothing is known of it", async () => {
    expect(patternsOf(await ask(outOfScope, booking, { knowledgeBase: documents([]) }))).toEqual(["out_of_scope"]);
    const unknown = { kind: "out_of_scope", topic: null } as const;
    expect(patternsOf(await ask(unknown, booking, { knowledgeBase: documents([baggage]) }))).toEqual(["out_of_scope"]);
  });
});

describe("help", () => {
  const help = { kind: "help", topic: "", text: "help" } as const;

  it("at idle tells what can be done", async () => {
    expect(inWords(await ask(help, idle))).toEqual([
      "Here is what I can do: book a flight and check an existing booking.",
    ]);
  });

  it("at a question tells what it is about and how to answer", async () => {
    expect(inWords(await ask(help, { ...booking, awaited: "cabin" }))).toEqual([
      "I'm asking for this: cabin class. I need it for this: book a flight. You can choose from economy and business. " +
        "You can also change an earlier answer or cancel. Here is what else I can do: check an existing booking.",
    ]);
    expect(inWords(await ask(help, { ...booking, awaited: "destination", flows: [] }))).toEqual([
      "I'm asking for this: city of arrival. I need it for this: book a flight. For example: Madrid and New York. " +
        "You can also change an earlier answer or cancel.",
    ]);
  });

  it("at a confirmation tells what is going on", async () => {
    expect(inWords(await ask(help, confirming))).toEqual([
      "We're in the middle of this: book a flight. You can change an earlier answer or cancel. " +
        "Here is what else I can do: check an existing booking.",
    ]);
  });

  it("tells what is missing when no question is open", async () => {
    expect(inWords(await ask(help, { ...booking, awaited: null }))[0]).toContain("Still missing: departure date.");
  });
});

describe("status", () => {
  const status = { kind: "status", topic: "", text: "where are we?" } as const;

  it("tells what is known and what is missing, without raw outputs", async () => {
    expect(inWords(await ask(status, booking))).toEqual([
      "We're in the middle of this: book a flight. So far I have origin (Madrid) and destination (Paris). " +
        "Still missing: departure date.",
    ]);
  });

  it("formats each value by its own type", async () => {
    expect(inWords(await ask(status, confirming))[0]).toContain("departure date (December 20, 2026)");
    expect(inWords(await ask(status, confirming), "es")[0]).toContain("departure date (20 de diciembre de 2026)");
  });

  it("counts zero and no as known", async () => {
    const active = {
      name: "order",
      description: "Order a meal",
      slots: [slot("guests", "Guests", { type: "integer" }), slot("spicy", "Spicy", { type: "boolean" })],
      filled: { guests: 0, spicy: false },
      known: { guests: 0, spicy: false },
      missing: [],
    };
    expect(inWords(await ask(status, { flows: [], active, awaited: null, language: "en" }))).toEqual([
      "We're in the middle of this: order a meal. So far I have guests (0) and spicy (no).",
    ]);
  });

  it("at idle says so", async () => {
    expect(inWords(await ask(status, { ...idle, flows: [] }))).toEqual(["Nothing is open right now."]);
  });
});

describe("other digressions", () => {
  it("are short while a question is open, and show the way at idle", async () => {
    const smallTalk = { kind: "chitchat", hint: null, text: "lovely weather" } as const;
    expect(patternsOf(await ask(smallTalk, booking))).toEqual(["chitchat"]);
    expect(inWords(await ask(smallTalk, booking))[0]).not.toContain("what I can do");
    expect(inWords(await ask(smallTalk, idle))[0]).toContain("Here is what I can do: book a flight");
  });

  it("answer a courtesy in kind, by what was understood or by what was said", async () => {
    const said = (text: string, hint: string | null = null) => ({ kind: "chitchat", hint, text }) as const;
    expect(patternsOf(await ask(said("hello there"), idle))).toEqual(["chitchat_greeting"]);
    expect(patternsOf(await ask(said("merci beaucoup"), booking))).toEqual(["chitchat_thanks"]);
    expect(patternsOf(await ask(said("that will be all", "goodbye"), idle))).toEqual(["chitchat_goodbye"]);
    expect(patternsOf(await ask(said("hang on a second"), idle))).toEqual(["chitchat_wait"]);
    expect(patternsOf(await ask(said("", "the user says thanks"), idle))).toEqual(["chitchat_thanks"]);
    expect(inWords(await ask(said("thank you"), booking))[0]).toMatch(/^(You're welcome|My pleasure)!$/);
    expect(inWords(await ask(said("thank you"), idle))[0]).toMatch(/! Is there anything else I can do for you\?$/);
  });

  it("outside of what the assistant does get what it can do", async () => {
    expect(inWords(await ask({ kind: "out_of_scope", topic: "pizza" }, idle))).toEqual([
      "Sorry, I can't help with that. Here is what I can do: book a flight and check an existing booking.",
    ]);
    expect(inWords(await ask({ kind: "out_of_scope", topic: null }, { ...idle, flows: [] }))).toEqual([
      "Sorry, I can't help with that.",
    ]);
  });

  it("change nothing of what they are given", async () => {
    const before = JSON.stringify(booking);
    for (const kind of ["question", "clarification", "help", "status"] as const) {
      await ask({ kind, topic: "cabin", text: "?" }, booking);
    }
    expect(JSON.stringify(booking)).toBe(before);
  });
});
