import type { SlotInScope } from "../../src/understand/understander.ts";

/** A required text, unless the rest says otherwise. */
export const slotInScope = (name: string, description: string, rest: Partial<SlotInScope> = {}): SlotInScope => ({
  name,
  description,
  type: "string",
  examples: [],
  values: [],
  required: true,
  ...rest,
});
