import { describe, expect, it } from "vitest";
import { patientCaller } from "../../../tests/support/caller.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import type { Normalizer, ValidationContext, Validator } from "../../engine/assistant/validation.ts";
import type { Json } from "../../engine/json.ts";
import { checkValue, runValidator } from "./prepare-command.ts";

const context: ValidationContext = {
  slot: "guests",
  slots: { city: "Madrid" },
  session: { user: "ada" },
  now: Date.UTC(2026, 10, 16, 9),
  timezone: "Europe/Madrid",
  language: "en",
};
const slot: Slot = {
  name: "guests",
  type: "integer",
  description: "How many guests",
  examples: [],
  values: [],
  constraints: [],
  required: true,
  sensitive: false,
  setBy: "user",
};

interface Given {
  readonly raw: Json;
  readonly type?: Slot["type"];
  readonly validator?: (value: never, context: ValidationContext) => unknown;
  readonly normalizer?: (value: never, context: ValidationContext) => unknown;
}

function check({ raw, type = "integer", validator, normalizer }: Given) {
  return checkValue({
    slot: {
      ...slot,
      type,
      ...(validator ? { validator: "mine" } : {}),
      ...(normalizer ? { normalizer: "mine" } : {}),
    },
    raw,
    context,
    validators: new Map(validator ? [["mine", validator as Validator]] : []),
    slotTypes: new Map(),
    normalizers: new Map(normalizer ? [["mine", normalizer as Normalizer]] : []),
    caller: patientCaller(),
  });
}

describe("a value on its way into a slot", () => {
  it("is taken in its type when nobody objects", async () => {
    expect(await check({ raw: "twenty" })).toEqual({ ok: true, value: 20 });
  });

  it("goes no further than its type if it has not got one", async () => {
    let asked = false;
    const validator = () => {
      asked = true;
      return true;
    };
    expect(await check({ raw: "many", validator })).toEqual({ ok: false, reason: "type" });
    expect(asked).toBe(false);
  });

  it("meets the validator in its type, with what is known around it", async () => {
    const seen: unknown[] = [];
    const validator = (value: number, about: ValidationContext) => {
      seen.push(value, about);
      return true;
    };
    expect(await check({ raw: "20", validator })).toEqual({ ok: true, value: 20, reads: [] });
    expect(seen).toEqual([20, context]);
  });

  it("then gets its normal form", async () => {
    const order: string[] = [];
    const validator = () => order.push("validator") > 0;
    const normalizer = async (value: number, about: ValidationContext) => {
      order.push(`normalizer in ${about.slots["city"]}`);
      return value + 1;
    };
    expect(await check({ raw: 20, validator, normalizer })).toEqual({ ok: true, value: 21 });
    expect(order).toEqual(["validator", "normalizer in Madrid"]);
  });

  it("needs no validator to be normalised", async () => {
    expect(await check({ raw: "rome", type: "string", normalizer: (text: string) => text.toUpperCase() })).toEqual({
      ok: true,
      value: "ROME",
    });
  });

  it("is not normalised once it is rejected", async () => {
    const normalizer = () => {
      throw new Error("must not run");
    };
    expect(await check({ raw: 20, validator: () => false, normalizer })).toEqual({ ok: false, reason: "validator" });
  });
});

describe("a validator", () => {
  it("rejects with its own words, or without", async () => {
    expect(await check({ raw: 20, validator: async () => "Too many." })).toEqual({
      ok: false,
      reason: "validator",
      text: "Too many.",
    });
    expect(await check({ raw: 20, validator: () => "" })).toEqual({ ok: false, reason: "validator" });
    expect(await check({ raw: 20, validator: async () => false })).toEqual({ ok: false, reason: "validator" });
  });

  it.each([undefined, null, 1, 0, {}])("that answers %j has failed", async (answer) => {
    expect(await check({ raw: 20, validator: () => answer })).toEqual({
      ok: false,
      reason: "validator",
      failure: "Validator 'mine' must return true, false or a text.",
    });
  });

  it("that throws or rejects has failed, and the value is not taken", async () => {
    const failure = "Validator 'mine' failed: no network";
    const thrower = () => {
      throw new Error("no network");
    };
    expect(await check({ raw: 20, validator: thrower })).toEqual({ ok: false, reason: "validator", failure });
    expect(await check({ raw: 20, validator: () => Promise.reject(new Error("no network")) })).toEqual({
      ok: false,
      reason: "validator",
      failure,
    });
    expect(await check({ raw: 20, validator: () => Promise.reject("text") })).toEqual({
      ok: false,
      reason: "validator",
      failure: "Validator 'mine' failed: text",
    });
  });

  it("can't change the value that is stored", async () => {
    const validator = (list: string[]) => list.push("more") > 0;
    expect(await check({ raw: ["a"], type: "list", validator })).toEqual({ ok: true, value: ["a"], reads: [] });
  });

  it.each<[string, (slots: ValidationContext["slots"]) => unknown, readonly string[]]>([
    ["by name, filled or not", (slots) => [slots["city"], slots["beds"], slots["city"]], ["city", "beds"]],
    ["only to see if it is there", (slots) => "beds" in slots, ["beds"]],
    ["with all the others", (slots) => Object.entries(slots), ["*", "city"]],
    ["as one of its own", (slots) => Object.hasOwn(slots, "beds"), ["beds"]],
    ["in a copy of all", (slots) => ({ ...slots }), ["*", "city"]],
    ["that is its own: that is the value itself", (slots) => slots["guests"], []],
  ])("that looks at a slot %s is noted with it", async (_, look, reads) => {
    const looking = (value: number, { slots }: ValidationContext) => look(slots) !== value;
    expect(await check({ raw: 20, validator: looking })).toEqual({ ok: true, value: 20, reads });
    const later = async (value: number, { slots }: ValidationContext) => {
      await Promise.resolve();
      return look(slots) !== value;
    };
    expect(await check({ raw: 20, validator: later })).toEqual({ ok: true, value: 20, reads });
  });

  it("named on a step runs on its own", async () => {
    const isEven: Validator = (value) => (value as number) % 2 === 0;
    const run = (name: string, value: Json) =>
      runValidator({ name, value, context, validators: new Map([["is_even", isEven]]), caller: patientCaller() });
    expect(await run("is_even", 4)).toEqual({ ok: true, value: 4, reads: [] });
    expect(await run("is_even", 5)).toEqual({ ok: false, reason: "validator" });
    expect(await run("toString", 5)).toEqual({
      ok: false,
      reason: "validator",
      failure: "No validator named 'toString' is registered.",
    });
  });
});

describe("a normalizer", () => {
  const failure = "Normalizer 'mine' must return plain JSON of type integer.";

  it.each([undefined, null, "text", 1.5, Number.NaN, () => 1, new Date(0)])(
    "that gives %s instead of an integer has failed",
    async (answer) => {
      expect(await check({ raw: 20, normalizer: () => answer })).toEqual({ ok: false, reason: "validator", failure });
    },
  );

  it("that throws has failed", async () => {
    const normalizer = () => Promise.reject(new Error("no network"));
    expect(await check({ raw: 20, normalizer })).toEqual({
      ok: false,
      reason: "validator",
      failure: "Normalizer 'mine' failed: no network",
    });
  });

  it("gets a copy and gives plain data", async () => {
    const normalizer = (list: string[]) => {
      list.push("b");
      return list;
    };
    const raw = ["a"];
    expect(await check({ raw, type: "list", normalizer })).toEqual({ ok: true, value: ["a", "b"] });
    expect(raw).toEqual(["a"]);
  });

  it("that nobody registered has failed", async () => {
    const checked = checkValue({
      slot: { ...slot, normalizer: "missing" },
      raw: 5,
      context,
      validators: new Map(),
      slotTypes: new Map(),
      normalizers: new Map(),
      caller: patientCaller(),
    });
    expect(await checked).toEqual({
      ok: false,
      reason: "validator",
      failure: "No normalizer named 'missing' is registered.",
    });
  });
});

describe("a type of the project's own", () => {
  const read = (raw: Json, parse?: (given: Json, about: unknown) => unknown) =>
    checkValue({
      slot: { ...slot, own: "plate" },
      raw,
      context,
      validators: new Map(),
      slotTypes: new Map(parse === undefined ? [] : [["plate", { conforms: "integer", parse } as never]]),
      normalizers: new Map(),
      caller: patientCaller(),
    });

  it("reads the value, and knows the language, the clock and the time zone", async () => {
    let about: unknown;
    const parse = (given: Json, seen: unknown): unknown => {
      about = seen;
      return Number(String(given).slice(1));
    };
    expect(await read("M7", parse)).toEqual({ ok: true, value: 7 });
    expect(about).toEqual({ language: "en", timezone: "Europe/Madrid", now: context.now });
  });

  it("takes nothing for a value that it does not know", async () => {
    expect(await read("x", () => null)).toEqual({ ok: false, reason: "type" });
    expect(await read("x", () => undefined)).toEqual({ ok: false, reason: "type" });
  });

  it("is not asked about nothing", async () => {
    let isAsked = false;
    const parse = (): number => {
      isAsked = true;
      return 1;
    };
    expect(await read(null, parse)).toEqual({ ok: false, reason: "type" });
    expect(isAsked).toBe(false);
  });

  it("has failed if it throws, gives something of another type, or is not there", async () => {
    const thrown = () => {
      throw new Error("no plates today");
    };
    expect(await read("x", thrown)).toEqual({
      ok: false,
      reason: "validator",
      failure: "Slot type 'plate' failed: no plates today",
    });
    expect(await read("x", () => "seven")).toMatchObject({ ok: false, reason: "validator" });
    expect(await read("x")).toEqual({
      ok: false,
      reason: "validator",
      failure: "No slot type named 'plate' is registered.",
    });
  });
});
