import type { Command } from "../../src/engine/commands/command.ts";
import type { FlowInScope, UnderstandingContext } from "../../src/understand/understander.ts";

/** Names that commands use and the context does not grant; written apart from the parser that must hold them back. */
export const outOfScope = (commands: readonly Command[], context: UnderstandingContext): readonly string[] => {
  const flows = new Map(context.flows.map((flow) => [flow.name, flow]));
  const started = commands.flatMap((command) => (command.type === "start_flow" ? [command.flow] : []));
  const stack = [context.active, ...context.paused].filter((flow) => flow !== null);
  const slotsOf = (flow: FlowInScope | undefined) => flow?.slots.map((slot) => slot.name) ?? [];
  const settable = new Set([...stack.flatMap(slotsOf), ...started.flatMap((name) => slotsOf(flows.get(name)))]);
  const offered = context.awaiting.kind === "choice" ? context.awaiting.options : [];
  return commands.flatMap((command): readonly string[] => {
    if (offered.some((option) => JSON.stringify(option.command) === JSON.stringify(command))) return [];
    switch (command.type) {
      case "start_flow": {
        const own = slotsOf(flows.get(command.flow));
        const foreign = Object.keys(command.slots ?? {}).filter((slot) => !own.includes(slot));
        return flows.has(command.flow) ? foreign : [command.flow, ...foreign];
      }
      case "choose_flow":
        return command.flows.filter((flow) => !flows.has(flow));
      case "resume_flow":
        return command.flow === undefined || context.paused.some((flow) => flow.name === command.flow)
          ? []
          : [command.flow];
      case "custom":
        return context.commands.some((known) => known.name === command.name) ? [] : [command.name];
      case "affirm":
        return command.promptId === undefined ? [] : [command.promptId];
      case "release_handoff":
        return [command.type];
      default:
        return "slot" in command && command.slot !== undefined && !settable.has(command.slot) ? [command.slot] : [];
    }
  });
};
