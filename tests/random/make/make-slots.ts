import type { Plan, SlotPlan, Value } from "../plan.ts";
import type { Chance } from "./chance.ts";

const words = ["one", "two", "three", "four"];
const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** What all secrets begin with. */
export const secretWord = "hush-hush";

/** The same names in every assistant: a slot is known by what it is for. */
export function makeSlots(chance: Chance): Plan["slots"] {
  const slot = (type: SlotPlan["type"], name: string): SlotPlan => ({
    type,
    description: `Slot ${name}`,
    prompt: `${name}?`,
  });
  const slots: Plan["slots"] = {
    a: slot("string", "a"),
    b: slot("string", "b"),
    c: slot("string", "c"),
    n: slot("integer", "n"),
    m: slot("integer", "m"),
    k: { ...slot("categorical", "k"), values: ["p", "q", "r"] },
    t: { ...slot("string", "t"), required: false },
  };
  const change = (name: string, more: Partial<SlotPlan>): void => {
    slots[name] = { ...(slots[name] as SlotPlan), ...more };
  };
  if (chance.percent(15)) change(chance.pick(["b", "c", "n", "k"]), { required: false });
  if (chance.percent(12)) change("c", { default: chance.pick(words) });
  if (chance.percent(12)) change("m", { default: chance.below(10) });
  if (chance.percent(10)) change("a", { validator: "not_four" });
  if (chance.percent(10)) change("b", { validator: "not_a" });
  if (chance.percent(6)) change("m", { validator: "not_n" });
  if (chance.percent(10)) change("n", { constraints: [{ rule: "n <= m", message: "n is above m." }] });
  if (chance.percent(8)) change("m", { constraints: [{ rule: "m < 8", message: "m is too much." }] });
  if (chance.percent(8)) change("c", { constraints: [{ rule: "c != b", message: "c is b." }] });
  if (chance.percent(15)) slots["pin"] = { ...slot("string", "pin"), sensitive: true };
  return slots;
}

/** A value of the slot's type that the user might give. */
export function makeValue(chance: Chance, name: string, slot: SlotPlan | undefined): Value {
  if (slot?.sensitive === true) return `${secretWord}-${chance.below(3)}`;
  if (slot?.type === "integer") return chance.pick(numbers);
  if (slot?.type === "categorical") return chance.pick(slot.values ?? ["p"]);
  return name === "" ? "one" : chance.pick(words);
}
