import type { Command } from "../../../engine/commands/command.ts";
import type { UnderstandingContext } from "../../understander.ts";
import type { ActType } from "./act.ts";

/** What an act asks for here; interjections ask for nothing. */
export function commandOfAct(type: ActType, context: UnderstandingContext): Command | null {
  const awaits = context.awaiting.kind;
  switch (type) {
    case "affirm":
      return { type: "affirm" };
    case "deny":
      return { type: "deny" };
    case "cancel":
      return awaits === "cancel_confirmation" ? { type: "affirm" } : { type: "cancel_flow" };
    case "restart":
      return { type: "restart_flow" };
    case "undo":
      return { type: "undo" };
    case "repeat":
      return { type: "repeat" };
    case "handoff":
      return { type: "human_handoff" };
    case "help":
      return { type: "clarify", topic: "help", kind: "help" };
    case "status":
      return { type: "clarify", topic: "status", kind: "status" };
    case "why":
      return {
        type: "clarify",
        topic: awaits === "slot" ? (context.awaiting as { slot: string }).slot : "why",
        kind: "clarification",
      };
    case "thanks":
    case "goodbye":
    case "greeting":
    case "chitchat":
      return { type: "chitchat", hint: type };
    default:
      return null;
  }
}
