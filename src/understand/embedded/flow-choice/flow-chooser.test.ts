import { beforeAll, describe, expect, it } from "vitest";
import { openVectors, type Vectors } from "../vectors/open-vectors.ts";
import { createFlowChooser, type FlowChoice, type FlowChooser } from "./flow-chooser.ts";
import type { FlowDescription } from "./flow-texts.ts";
import { subjectLines } from "./subject-lines.ts";

const bank: readonly FlowDescription[] = [
  { name: "check_balance", description: "Check how much money is in an account", examples: [] },
  { name: "transfer_money", description: "Send money to another person", examples: [] },
  { name: "block_card", description: "Block a lost or stolen card", examples: [] },
];

const contacts: readonly FlowDescription[] = [
  { name: "list_contacts", description: "Show the saved contacts", examples: [] },
  { name: "add_contact", description: "Add a contact", examples: [] },
  { name: "remove_contact", description: "Remove a contact", examples: [] },
];

const best = (choice: FlowChoice) => choice.ranked[0]?.flow;

describe("choosing a flow by keywords alone", () => {
  let chooser: FlowChooser;
  beforeAll(async () => {
    chooser = await createFlowChooser(bank, null);
  });

  it("finds the flow that shares words with the message", () => {
    expect(best(chooser.choose("someone stole my card", null))).toBe("block_card");
    expect(best(chooser.choose("send 50 euros to Ana", null))).toBe("transfer_money");
  });

  it("forgives a typo", () => {
    expect(best(chooser.choose("i want to trasnfer mony", null))).toBe("transfer_money");
  });

  it("is less sure that a message is in scope the less of it any flow knows", () => {
    const known = chooser.choose("send money to another person", null);
    const partly = chooser.choose("what is the weather like for another picnic on Saturday", null);
    const unknown = chooser.choose("zzz", null);
    expect(known.outOfScope).toBeLessThan(0.5);
    expect(partly.outOfScope).toBeGreaterThan(0.5);
    expect(unknown.outOfScope).toBeGreaterThanOrEqual(partly.outOfScope);
  });

  it("ranks every flow, best first, with probabilities that sum to one", () => {
    const { ranked } = chooser.choose("block my card", null);
    const scores = ranked.map(({ score }) => score);
    expect(ranked.map(({ flow }) => flow).toSorted()).toEqual(bank.map(({ name }) => name).toSorted());
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1);
  });

  it("knows a flow without a description by its name", async () => {
    const named = await createFlowChooser([...bank, { name: "OrderPizza", description: "", examples: [] }], null);
    expect(best(named.choose("I'd like to order a pizza", null))).toBe("OrderPizza");
  });

  it("ignores the braces of a placeholder but learns the words around it", async () => {
    const flights = { name: "travel", description: "Travel", examples: ["fly from {origin} to {destination_city}"] };
    const chooser = await createFlowChooser([...bank, flights], null);
    expect(best(chooser.choose("fly from Madrid to Paris", null))).toBe("travel");
    expect(chooser.choose("fly from origin to destination city", null).outOfScope).toBeLessThan(0.1);
  });

  it("tells reading from adding and removing by the verb", async () => {
    const chooser = await createFlowChooser(contacts, null);
    expect(best(chooser.choose("which contacts do I have?", null))).toBe("list_contacts");
    expect(best(chooser.choose("please delete a contact", null))).toBe("remove_contact");
    expect(best(chooser.choose("create a contact", null))).toBe("add_contact");
  });

  it("knows a flow by what it asks for", async () => {
    const slot = { name: "who", type: "string", examples: [], values: [], required: true } as const;
    const visits = [
      {
        name: "one",
        description: "Book an appointment",
        examples: [],
        slots: [{ ...slot, description: "The dentist" }],
      },
      {
        name: "two",
        description: "Book an appointment",
        examples: [],
        slots: [{ ...slot, description: "The stylist" }],
      },
    ];
    const chooser = await createFlowChooser(visits, null);
    expect(best(chooser.choose("an appointment with my dentist", null))).toBe("one");
    expect(best(chooser.choose("an appointment with my stylist", null))).toBe("two");
  });

  it("prefers a flow that has a use for the day in the message", async () => {
    const slot = { name: "day", type: "date", description: "", examples: [], values: [], required: true } as const;
    const visits = [
      { name: "find", description: "A table", examples: [], slots: [] },
      { name: "book", description: "A table", examples: [], slots: [slot] },
    ];
    const chooser = await createFlowChooser(visits, null);
    expect(best(chooser.choose("a table", null))).toBe("find");
    expect(best(chooser.choose("a table on Friday", null))).toBe("book");
  });

  it("has nothing to offer where there are no flows", async () => {
    const none = await createFlowChooser([], null);
    expect(none.choose("hello", null)).toEqual({ ranked: [], outOfScope: 1 });
  });
});

describe("choosing a flow by meaning", () => {
  let vectors: Vectors;
  let chooser: FlowChooser;
  beforeAll(async () => {
    const opened = await openVectors();
    if (opened === null) throw new Error("the model's package is not installed");
    vectors = opened;
    chooser = await createFlowChooser(bank, vectors.texts);
  });

  async function choose(chooser: FlowChooser, message: string): Promise<FlowChoice> {
    const [vector = null] = await vectors.messages.embed([message]);
    return chooser.choose(message, vector);
  }

  it("understands words no flow contains", async () => {
    expect(best(await choose(chooser, "what did I save up so far?"))).toBe("check_balance");
    expect(best(await choose(chooser, "I can't find my visa, a thief took it"))).toBe("block_card");
  });

  it("says that a message about something else is out of scope", async () => {
    expect((await choose(chooser, "send some money to my brother")).outOfScope).toBeLessThan(0.5);
    expect((await choose(chooser, "who won the football match yesterday?")).outOfScope).toBeGreaterThan(0.8);
  });

  it("learns from examples what descriptions do not say", async () => {
    const slang = "gimme the lowdown on my stash";
    const taught = bank.map((flow) =>
      flow.name === "transfer_money" ? { ...flow, examples: ["shoot some dough over", "lowdown on the stash"] } : flow,
    );
    const before = await choose(chooser, slang);
    const after = await choose(await createFlowChooser(taught, vectors.texts), slang);
    expect(best(before)).toBe("check_balance");
    expect(best(after)).toBe("transfer_money");
  });

  it("takes the subject from what was said before where the message has none", async () => {
    const trips: readonly FlowDescription[] = [
      { name: "book_bus", description: "Book seats on a bus between two cities", examples: ["book a bus"] },
      { name: "book_hotel", description: "Book a room in a hotel", examples: ["book a room"] },
      { name: "rent_car", description: "Book a rental car", examples: ["book a car"] },
    ];
    const chooser = await createFlowChooser(trips, vectors.texts);
    const chosenAfter = async (message: string, ...said: readonly string[]) => {
      const [vector = null, ...about] = await vectors.messages.embed([message, ...subjectLines(message, said)]);
      return best(chooser.choose(message, vector, about));
    };
    const offers = {
      book_bus: "There is one that departs at 10:30 and arrives at the bus station at noon.",
      book_hotel: "Hotel Astoria has three stars and free wifi, a room costs 90 euros a night.",
      rent_car: "You can pick up a compact at the airport and return it on Friday, the rental costs 60 euros.",
    };
    for (const [flow, offer] of Object.entries(offers)) {
      expect(await chosenAfter("That sounds good, book it for me please.", offer)).toBe(flow);
      expect(await chosenAfter("Now I need a room in a hotel", offer)).toBe("book_hotel");
    }
    expect(await chosenAfter("Book it", offers.book_hotel, "I also need a car.", offers.rent_car)).toBe("rent_car");
  });

  it("falls back to keywords when the message has no vector", () => {
    expect(best(chooser.choose("someone stole my card", null))).toBe("block_card");
  });
});
