import { expect, it } from "vitest";
import { flowId } from "../ids.ts";
import { traceOf } from "./trace.ts";

it("names each event once, with the clock of its turn and its fields", () => {
  const events = [
    { type: "flow_started", flow: "pay", flowId: flowId("pay_1"), by: "user" },
    { type: "slot_cleared", flow: "pay", slot: "amount" },
  ] as const;
  expect(traceOf({ turn: 3, at: 70, events })).toEqual([
    { turn: 3, at: 70, event: "flow_started", data: { flow: "pay", flowId: "pay_1", by: "user" } },
    { turn: 3, at: 70, event: "slot_cleared", data: { flow: "pay", slot: "amount" } },
  ]);
});
