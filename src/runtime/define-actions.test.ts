import { describe, expect, it } from "vitest";
import { defineActions } from "./define-actions.ts";

interface Airline {
  readonly actions: {
    readonly find: { readonly input: { readonly city: string }; readonly output: { readonly flights: number } };
  };
}

describe("defineActions", () => {
  it("returns the record as it is, functions and objects alike", () => {
    const plain = { find: () => ({ flights: 1 }) };
    expect(defineActions(plain)).toBe(plain);
    const withRun = { find: { run: () => ({ flights: 1 }) } };
    expect(defineActions<Airline>(withRun)).toBe(withRun);
  });

  it("lets only handlers compile that fit the assistant", () => {
    defineActions<Airline>({
      find: async ({ city }, { idempotencyKey }) => ({ flights: city.length + idempotencyKey.length }),
    });
    // @ts-expect-error the assistant has no slot 'town'
    defineActions<Airline>({ find: ({ town }) => ({ flights: String(town).length }) });
    // @ts-expect-error the output 'flights' is missing
    defineActions<Airline>({ find: () => ({}) });
    // @ts-expect-error the action 'find' is missing
    defineActions<Airline>({});
  });
});
