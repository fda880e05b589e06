import { describe, expect, it } from "vitest";
import type { Settings } from "../engine/assistant/settings.ts";
import type { Slot } from "../engine/assistant/slot.ts";
import type { Template } from "../engine/assistant/template.ts";
import { parseTemplate } from "../engine/flow/template.ts";
import { promptId } from "../engine/ids.ts";
import { type Outcome, text } from "../engine/state/outcome.ts";
import type { RenderContext } from "./locale.ts";
import { type RenderedMessage, renderOutcomes } from "./render.ts";

const template = (source: string): Template => {
  const parsed = parseTemplate(source);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.template;
};

const contextFor = (language: string): RenderContext => ({
  assistant: {
    responses: new Map([["farewell", { default: template("Bye {name}."), variations: [], languages: new Map() }]]),
    settings: { language: "en", timezone: "Europe/Madrid" } as Settings,
  },
  language,
  timezone: "Europe/Madrid",
  seed: "conversation-1",
  turn: 1,
});

const render = (outcome: Outcome, language = "en"): RenderedMessage | undefined => {
  const [message, ...others] = renderOutcomes([outcome], contextFor(language));
  expect(others).toEqual([]);
  return message;
};

const slot = (changes: Partial<Slot> = {}): Slot => ({
  name: "departure_date",
  type: "date",
  description: "Day of departure",
  examples: [],
  values: [],
  constraints: [],
  required: true,
  sensitive: false,
  setBy: "user",
  ...changes,
});

const said = (message: string): Outcome => ({
  kind: "said",
  flow: "book_flight",
  step: "done",
  message: template(message),
  values: { name: text("Ana"), when: { value: "2026-12-20", type: "date" } },
  rephrase: false,
});

describe("what a step says", () => {
  it("is its message with the values filled in, and says where it came from", () => {
    expect(render(said("{name} on {when}."))).toEqual({
      text: "Ana on December 20, 2026.",
      source: { kind: "step", flow: "book_flight", step: "done" },
    });
    expect(render(said("{name}: {when}"), "es")?.text).toBe("Ana: 20 de diciembre de 2026");
  });

  it("can be a named response", () => {
    const outcome: Outcome = {
      kind: "said",
      flow: "f",
      step: "s",
      response: "farewell",
      values: { name: text("Ana") },
      rephrase: false,
    };
    expect(render(outcome)?.text).toBe("Bye Ana.");
  });

  it("is no message at all when it comes to nothing", () => {
    expect(renderOutcomes([said("{missing}")], contextFor("en"))).toEqual([]);
  });

  it("carries cards, carousels, images and buttons with their texts filled in", () => {
    const button = { label: template("Take {name}"), command: { type: "repeat" } as const };
    const card = {
      title: template("{name}"),
      text: template("on {when}"),
      image: template("a.png"),
      buttons: [button],
    };
    const ui = {
      buttons: [button],
      quickReplies: [button],
      card,
      carousel: [{ title: template("Plain"), buttons: [] }],
      image: { url: template("https://example.com/{name}.png"), alt: template("{name}") },
    };
    const shown = { label: "Take Ana", command: { type: "repeat" } };
    expect(render({ ...said("Look."), ui } as Outcome)?.ui).toEqual({
      buttons: [shown],
      quickReplies: [shown],
      card: { title: "Ana", text: "on December 20, 2026", image: "a.png", buttons: [shown] },
      carousel: [{ title: "Plain", buttons: [] }],
      image: { url: "https://example.com/Ana.png", alt: "Ana" },
    });
  });
});

describe("asking for a slot", () => {
  const asked = (changes: Partial<Extract<Outcome, { kind: "slot_asked" }>> = {}): Outcome => ({
    kind: "slot_asked",
    flow: "book_flight",
    step: "ask_date",
    slot: slot({ prompt: template("When do you want to leave, {name}?") }),
    values: { name: text("Ana") },
    ...changes,
  });

  it("uses the step's message, else the slot's prompt, else the system's words", () => {
    expect(render(asked({ message: template("Which day?") }))?.text).toBe("Which day?");
    expect(render(asked())?.text).toBe("When do you want to leave, Ana?");
    expect(render(asked({ slot: slot() }))?.text).toBe("What should I put for departure date?");
    expect(render(asked({ slot: slot({ label: "Día de salida" }) }), "es")?.text).toBe(
      "¿Qué pongo en «día de salida»?",
    );
  });

  it("comes from its step, or from the system when no step asks", () => {
    expect(render(asked())?.source).toEqual({ kind: "step", flow: "book_flight", step: "ask_date" });
    expect(render(asked({ step: null }))?.source).toEqual({ kind: "pattern", pattern: "ask_slot" });
  });

  const options = ["Iberia", "Vueling"].map((label) => ({
    label,
    command: { type: "set_slot", slot: "flight", value: label } as const,
  }));

  it("numbers the options in the text and gives each a button with its command", () => {
    const message = render(asked({ message: template("Which flight?"), options }));
    expect(message?.text).toBe("Which flight?\n1. Iberia\n2. Vueling");
    expect(message?.ui?.buttons).toEqual(options);
  });

  it("finds words for a choice that nobody worded", () => {
    expect(render(asked({ slot: slot({ label: "flight" }), options }))?.text).toBe(
      "Which flight would you like?\n1. Iberia\n2. Vueling",
    );
  });

  it("tells the page only when there are several", () => {
    const message = template("Which flight?");
    expect(render(asked({ message, options, page: { number: 2, pages: 3 } }))?.text).toBe(
      "Which flight?\n1. Iberia\n2. Vueling\nPage 2 of 3. Say “next” or “previous” to turn the page.",
    );
    expect(render(asked({ message, options, page: { number: 1, pages: 1 } }))?.text).not.toContain("Page");
  });

  it("puts the step's own buttons after the options, under the next numbers", () => {
    const ui = { buttons: [{ label: template("None"), command: { type: "cancel_flow" } as const }] };
    const message = render(asked({ message: template("Which?"), options, ui }));
    expect(message?.text).toBe("Which?\n1. Iberia\n2. Vueling\n3. None");
    expect(message?.ui?.buttons?.map((button) => button.label)).toEqual(["Iberia", "Vueling", "None"]);
  });
});

describe("asking for a confirmation", () => {
  const confirmation = (changes: Partial<Extract<Outcome, { kind: "confirmation_asked" }>> = {}): Outcome => ({
    kind: "confirmation_asked",
    flow: "book_flight",
    step: "check",
    message: template("{origin} to {destination} on {departure_date} for {flight.price} euros. Book it?"),
    values: {
      origin: text("Madrid"),
      destination: text("Paris"),
      departure_date: { value: "2026-12-20", type: "date" },
      "flight.price": { value: 120, type: "any" },
    },
    promptId: promptId("prompt-3"),
    ...changes,
  });

  it("offers yes and no, bound to this prompt", () => {
    expect(render(confirmation())).toEqual({
      text: "Madrid to Paris on December 20, 2026 for 120 euros. Book it?",
      ui: {
        buttons: [
          { label: "Yes", command: { type: "affirm", promptId: "prompt-3" } },
          { label: "No", command: { type: "deny", promptId: "prompt-3" } },
        ],
      },
      source: { kind: "step", flow: "book_flight", step: "check" },
    });
    expect(render(confirmation(), "es")?.ui?.buttons?.map((button) => button.label)).toEqual(["Sí", "No"]);
  });

  it("binds the step's own buttons to the prompt too, and adds none", () => {
    const ui = {
      quickReplies: [
        { label: template("Book"), command: { type: "affirm" } as const },
        { label: template("Stop"), command: { type: "cancel_flow" } as const },
      ],
    };
    expect(render(confirmation({ ui }))?.ui).toEqual({
      quickReplies: [
        { label: "Book", command: { type: "affirm", promptId: "prompt-3" } },
        { label: "Stop", command: { type: "cancel_flow" } },
      ],
    });
  });

  it("still offers yes and no beside a picture", () => {
    const ui = { image: { url: template("map.png"), alt: template("Map") } };
    const rendered = render(confirmation({ ui }))?.ui;
    expect(rendered?.image).toEqual({ url: "map.png", alt: "Map" });
    expect(rendered?.buttons).toHaveLength(2);
  });
});

describe("rejecting a value", () => {
  const rejected = (changes: Partial<Extract<Outcome, { kind: "slot_rejected" }>> = {}): Outcome => ({
    kind: "slot_rejected",
    slot: slot({ invalidMessage: template("No such day, {name}.") }),
    value: "soon",
    reason: "validator",
    values: { name: text("Ana") },
    ...changes,
  });

  it("uses the nearest words: the validator's, the step's, the slot's", () => {
    expect(render(rejected({ text: "We fly from {Monday}.", message: template("Not that.") }))?.text).toBe(
      "We fly from {Monday}.",
    );
    expect(render(rejected({ message: template("Not that, {name}.") }))?.text).toBe("Not that, Ana.");
    expect(render(rejected())?.text).toBe("No such day, Ana.");
  });

  it("explains itself where nobody worded it", () => {
    const cabin = slot({
      label: "Cabin class",
      description: "Where in the plane you sit",
      type: "categorical",
      values: ["economy", "business"].map((value) => ({ value, synonyms: [] })),
    });
    const reasons = [
      rejected({ slot: slot(), reason: "type" }),
      rejected({ slot: slot(), reason: "validator" }),
      rejected({ slot: cabin, reason: "not_allowed" }),
      rejected({ slot: slot(), reason: "constraint" }),
    ];
    expect(renderOutcomes(reasons, contextFor("en"))).toEqual([
      {
        text: "Sorry, I can't use that for departure date.",
        source: { kind: "pattern", pattern: "slot_invalid" },
      },
      {
        text: "Sorry, I can't use that for departure date.",
        source: { kind: "pattern", pattern: "slot_invalid" },
      },
      {
        text: "That's not one of the choices for cabin class. They are economy and business.",
        source: { kind: "pattern", pattern: "slot_not_allowed" },
      },
      {
        text: "For departure date, that doesn't fit with your other answers.",
        source: { kind: "pattern", pattern: "slot_constraint" },
      },
    ]);
  });

  it("never echoes a secret, whatever the assistant's wording asks for", () => {
    const context = contextFor("en");
    const responses = new Map([
      ["slot_invalid", { default: template("Not {value}."), variations: [], languages: new Map() }],
    ]);
    const echoing = { ...context, assistant: { ...context.assistant, responses } };
    const open = rejected({ slot: slot(), reason: "type" });
    const secret = rejected({ slot: slot({ sensitive: true }), reason: "type", value: "4111" });
    expect(renderOutcomes([open, secret], echoing).map((message) => message.text)).toEqual(["Not soon.", "Not ***."]);
  });
});

describe("what the system says", () => {
  it("numbers the flows to choose from and gives each a button", () => {
    const options = [
      { label: "Book a flight", command: { type: "start_flow", flow: "book_flight" } as const },
      { label: "Check a booking", command: { type: "start_flow", flow: "check_booking" } as const },
    ];
    expect(render({ kind: "pattern", pattern: "ask_which_flow", values: {}, options })).toEqual({
      text: "Which one do you mean?\n1. Book a flight\n2. Check a booking",
      ui: { buttons: options },
      source: { kind: "pattern", pattern: "ask_which_flow" },
    });
  });

  it("offers yes and no where it asks whether to cancel", () => {
    const message = render({
      kind: "pattern",
      pattern: "ask_cancel",
      values: { flow_label: text("Book a flight") },
      promptId: promptId("prompt-4"),
    });
    expect(message?.text).toBe("Do you want to cancel this: book a flight?");
    expect(message?.ui?.buttons?.map((button) => button.command)).toEqual([
      { type: "affirm", promptId: "prompt-4" },
      { type: "deny", promptId: "prompt-4" },
    ]);
  });

  it("marks answers to digressions as such", () => {
    expect(
      render({
        kind: "answered",
        digression: "clarification",
        pattern: "why_slot",
        values: { slot_label: text("Day of departure"), flow_label: text("Book a flight") },
      }),
    ).toEqual({
      text: "I need day of departure for this: book a flight.",
      source: { kind: "digression", digression: "clarification" },
      rephrasable: { values: ["day of departure", "book a flight"] },
    });
  });

  it("may be reworded around its values, but not where it asks, offers buttons or must not be", () => {
    const values = { slot_label: text("Day of departure"), value: text("May 3") };
    const corrected = { kind: "pattern", pattern: "slot_corrected", values } as const;
    expect(render(corrected)).toMatchObject({
      text: "Changed day of departure to May 3.",
      rephrasable: { values: ["day of departure", "May 3"] },
    });
    expect(render({ kind: "pattern", pattern: "flow_kept", values: {} })?.rephrasable).toEqual({ values: [] });
    const options = [{ label: "Book a flight", command: { type: "start_flow", flow: "book" } }] as const;
    expect(render({ ...corrected, rephrase: false })).not.toHaveProperty("rephrasable");
    expect(render({ kind: "pattern", pattern: "ask_change", values: {} })).not.toHaveProperty("rephrasable");
    expect(render({ kind: "pattern", pattern: "not_understood_again", values: {}, options })).not.toHaveProperty(
      "rephrasable",
    );
  });

  it("quotes a document as it is, and names it", () => {
    expect(render({ kind: "passage", text: "One {bag} of 23 kg.", source: "Baggage" })?.text).toBe(
      "One {bag} of 23 kg.\n(Baggage)",
    );
    expect(render({ kind: "passage", text: "One bag.", source: null })?.text).toBe("One bag.");
  });

  it("links to the page of a document, and writes its address for channels without links", () => {
    const url = "https://air.example/bags";
    expect(render({ kind: "passage", text: "One bag.", source: "Baggage", url })).toMatchObject({
      text: "One bag.\nBaggage (https://air.example/bags)",
      ui: { source: { title: "Baggage", url } },
    });
    expect(render({ kind: "passage", text: "One bag.", source: null, url })?.text).toBe(
      "One bag.\nhttps://air.example/bags",
    );
  });

  it("repeats messages one by one, as they were said", () => {
    const messages = renderOutcomes([{ kind: "repeated", texts: ["Hello {name}.", "Which day?"] }], contextFor("es"));
    expect(messages.map((message) => message.text)).toEqual(["Hello {name}.", "Which day?"]);
  });

  it("keeps the order of what happened", () => {
    const outcomes = [said("First."), { kind: "repeated", texts: ["Second."] } as const, said("Third.")];
    expect(renderOutcomes(outcomes, contextFor("en")).map((message) => message.text)).toEqual([
      "First.",
      "Second.",
      "Third.",
    ]);
  });
});
