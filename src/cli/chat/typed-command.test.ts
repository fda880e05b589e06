import { describe, expect, it } from "vitest";
import type { Command } from "../../engine/commands/command.ts";
import { readTypedCommands } from "./typed-command.ts";

const commandsOf = (line: string): readonly Command[] => {
  const typed = readTypedCommands(line);
  if (!typed.ok) throw new Error(typed.problem);
  return typed.commands;
};

const problemOf = (line: string): string => {
  const typed = readTypedCommands(line, ["state", "why"]);
  return typed.ok ? "" : typed.problem;
};

describe("a typed command", () => {
  it.each<[string, Command]>([
    ["/set_slot origin=Madrid", { type: "set_slot", slot: "origin", value: "Madrid" }],
    ["/set_slot origin=New York", { type: "set_slot", slot: "origin", value: "New York" }],
    ['/set_slot origin="New  York"', { type: "set_slot", slot: "origin", value: "New  York" }],
    ["/set_slot note='a ; b = c'", { type: "set_slot", slot: "note", value: "a ; b = c" }],
    ["/set_slot note=I don't know", { type: "set_slot", slot: "note", value: "I don't know" }],
    ["/set_slot amount=12.5", { type: "set_slot", slot: "amount", value: 12.5 }],
    ["/set_slot digits=0087", { type: "set_slot", slot: "digits", value: "0087" }],
    ["/set_slot on=false", { type: "set_slot", slot: "on", value: false }],
    ["/set_slot note=", { type: "set_slot", slot: "note", value: "" }],
    [
      '/set_slot flight={"to": "Rome", "price": 95}',
      { type: "set_slot", slot: "flight", value: { to: "Rome", price: 95 } },
    ],
    ['/set_slot list=["a b", 2]', { type: "set_slot", slot: "list", value: ["a b", 2] }],
    [
      "/correct_slot origin=Rome flow=book_flight",
      { type: "correct_slot", slot: "origin", value: "Rome", flow: "book_flight" },
    ],
    ["/start_flow book_flight", { type: "start_flow", flow: "book_flight" }],
    [
      "/start_flow book_flight origin=New York passengers=2",
      { type: "start_flow", flow: "book_flight", slots: { origin: "New York", passengers: 2 } },
    ],
    ["/cancel_flow", { type: "cancel_flow" }],
    ["/cancel_flow too expensive", { type: "cancel_flow", reason: "too expensive" }],
    ["/affirm", { type: "affirm" }],
    ["/deny", { type: "deny" }],
    ["/deny origin", { type: "deny", slot: "origin" }],
    ["/deny slot=origin", { type: "deny", slot: "origin" }],
    ["/resume_flow", { type: "resume_flow" }],
    ["/resume_flow book_flight", { type: "resume_flow", flow: "book_flight" }],
    ["/clear_slot cabin", { type: "clear_slot", slot: "cabin" }],
    ["/skip_slot cabin", { type: "skip_slot", slot: "cabin" }],
    ["/clarify cabin", { type: "clarify", kind: "question", topic: "cabin" }],
    ["/clarify clarification departure date", { type: "clarify", kind: "clarification", topic: "departure date" }],
    ["/clarify help", { type: "clarify", kind: "help", topic: "" }],
    ["/repeat", { type: "repeat" }],
    ["/human_handoff I am angry", { type: "human_handoff", reason: "I am angry" }],
    ["/custom apply_voucher code=XMAS", { type: "custom", name: "apply_voucher", arguments: { code: "XMAS" } }],
  ])("%s", (line, command) => {
    expect(commandsOf(line)).toEqual([command]);
  });

  it("can be followed by others in the same line, with or without their slash", () => {
    expect(commandsOf("/affirm ; /start_flow check_booking booking_code=BK-7 ; repeat")).toEqual([
      { type: "affirm" },
      { type: "start_flow", flow: "check_booking", slots: { booking_code: "BK-7" } },
      { type: "repeat" },
    ]);
  });

  it("that nobody knows names the nearest one", () => {
    expect(problemOf("/set_slt origin=Madrid")).toBe("No command named '/set_slt'. Did you mean '/set_slot'?");
    expect(problemOf("/stat")).toBe("No command named '/stat'. Did you mean '/state'?");
    expect(problemOf("/xyzzy")).toBe("No command named '/xyzzy'. /help lists them.");
    expect(problemOf("/constructor")).toContain("No command named '/constructor'.");
  });

  it("that lacks its words says how it is typed", () => {
    expect(problemOf("/set_slot")).toContain("/set_slot slot=value");
    expect(problemOf("/start_flow")).toContain("/start_flow FLOW");
    expect(problemOf("/clear_slot")).toContain("/clear_slot SLOT");
  });

  it("keeps a name from users' YAML a name, whatever it is", () => {
    const [command] = commandsOf("/start_flow f __proto__=1");
    expect(command?.type === "start_flow" && Object.keys(command.slots ?? {})).toEqual(["__proto__"]);
  });

  it("stands alone if it only shows something", () => {
    expect(problemOf("/affirm ; /state")).toBe("'/state' stands alone in its line.");
  });
});
