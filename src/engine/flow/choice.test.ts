import { describe, expect, it } from "vitest";
import { assistantOf, contextOf, newDialogue } from "../../../tests/support/dialogue.ts";
import { begun, placed, top } from "../../../tests/support/tasks.ts";
import type { StepOf } from "../assistant/step.ts";
import { flowId } from "../ids.ts";
import type { Json } from "../json.ts";
import type { DialogueState } from "../state/state.ts";
import { chosenValue, type ListChoice, listChoice } from "./choice.ts";

const assistant = assistantOf(`
slots:
  offer: { type: object, description: Offer, prompt: "Which?" }
  offers: { type: list, description: Offers, set_by: action }
flows:
  buy:
    description: Buy
    trigger: { intents: [buy] }
    slots: [offers]
    steps:
      - { step: pick, type: collect, slot: offer, from: offers, display: "{name} for {item.price}", page_size: 2 }
      - { step: plain, type: collect, slot: offer, from: offers, page_size: 2 }
      - { step: free, type: collect, slot: offer }
`);
const context = contextOf(assistant);
const id = flowId("buy_1");
const red = { name: "Red", price: 10 };
const green = { name: "Green", price: 12 };
const greenish = { name: "Greenish", price: 2 };

function choice(offers: Json, at: { step?: string; page?: number } = {}): ListChoice {
  const state = begun(newDialogue(assistant), assistant, "buy");
  const filled: DialogueState = placed({ ...state, flowSlots: { [id]: { offers } } }, id, {
    question: { page: at.page ?? 0 },
  });
  const frame = top(filled);
  const step = assistant.flows.get("buy")?.steps.get(at.step ?? "pick");
  if (step?.type !== "collect") throw new Error("Nothing to choose.");
  return listChoice(filled, context, { frame, step: step as StepOf<"collect"> });
}
const labels = (list: ListChoice["options"]): readonly string[] => list.map((option) => option.label);

describe("a list to choose from", () => {
  it("has a label and a command for each item, in pages", () => {
    const list = choice([red, green, greenish]);
    expect(labels(list.options)).toEqual(["Red for 10", "Green for 12", "Greenish for 2"]);
    expect(list.options[0]?.command).toEqual({ type: "set_slot", slot: "offer", value: red });
    expect(labels(list.shown)).toEqual(["Red for 10", "Green for 12"]);
    expect(list).toMatchObject({ page: 0, pages: 2 });
  });

  it("shows the page it is at, and none beyond its ends", () => {
    expect(labels(choice([red, green, greenish], { page: 1 }).shown)).toEqual(["Greenish for 2"]);
    expect(choice([red, green, greenish], { page: 7 }).page).toBe(1);
    expect(choice([red, green, greenish], { page: -1 }).page).toBe(0);
    expect(choice([red, green]).pages).toBe(1);
  });

  it("without a display names everything in the item", () => {
    expect(labels(choice([red, "Blue", 7, null, [1, 2]], { step: "plain" }).options)).toEqual([
      "Red, 10",
      "Blue",
      "7",
      "",
      "1, 2",
    ]);
  });

  it("leaves out what an item lacks", () => {
    expect(labels(choice([{ price: 3 }]).options)).toEqual([" for 3"]);
  });

  it("is empty, but has a page, where there is no list", () => {
    for (const nothing of [null, "text", { a: 1 }, []] as const) {
      expect(choice(nothing)).toEqual({ options: [], page: 0, pages: 1, shown: [] });
    }
    expect(choice([red], { step: "free" }).options).toEqual([]);
  });
});

describe("what the user chose", () => {
  const list = choice([red, green, greenish]);
  const second = choice([red, green, greenish], { page: 1 });

  it("may be the value itself, on any page", () => {
    expect(chosenValue(list, { price: 2, name: "Greenish" })).toEqual(greenish);
    expect(chosenValue(list, { name: "Greenish" })).toBeUndefined();
  });

  it("may be a number of the page that is shown, as a number or as written", () => {
    for (const raw of [1, "1", " 1 ", "#1", "1."]) expect(chosenValue(list, raw)).toEqual(red);
    expect(chosenValue(list, "02")).toEqual(green);
    expect(chosenValue(second, 1)).toEqual(greenish);
    for (const raw of [0, 3, -1, 1.5, "3", "0"]) expect(chosenValue(list, raw)).toBeUndefined();
  });

  it("is no number with anything around it", () => {
    for (const raw of ["x1", "1x", "1..", "##1", "12345"]) expect(chosenValue(list, raw)).toBeUndefined();
  });

  it("may be a label, or a part that only one has", () => {
    expect(chosenValue(list, "  red FOR 10 ")).toEqual(red);
    expect(chosenValue(list, "red")).toEqual(red);
    expect(chosenValue(list, "green")).toBeUndefined();
    expect(chosenValue(list, "Greenish")).toEqual(greenish);
    expect(chosenValue(list, "for")).toBeUndefined();
    expect(chosenValue(list, "blue")).toBeUndefined();
  });

  it("is the one with exactly that label, though others contain it", () => {
    const colours = choice(["Green", "Greenish"], { step: "plain" });
    expect(chosenValue(colours, "green")).toBe("Green");
    expect(chosenValue(choice(["Green", "green"], { step: "plain" }), "GREEN")).toBeUndefined();
  });

  it("is nothing for a blank, or for what is neither text, number nor item", () => {
    expect(chosenValue(choice(["Green"], { step: "plain" }), "  ")).toBeUndefined();
    for (const raw of [true, null, [], {}]) expect(chosenValue(list, raw)).toBeUndefined();
  });
});
