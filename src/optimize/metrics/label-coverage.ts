import type { CommandType } from "../../engine/commands/command.ts";
import { commandList } from "../../engine/commands/commands.ts";
import type { LabelledRow } from "../datasets/row.ts";

/** How often something that users can mean is a label; 0: nothing measures it. */
export interface Covered {
  readonly name: string;
  readonly rows: number;
}

export interface LabelCoverage {
  readonly flows: readonly Covered[];
  readonly commands: readonly Covered[];
  readonly slots: readonly Covered[];
}

/** What of an assistant the labels of some rows speak of. The rows say what there is: their contexts hold the flows in scope. */
export const labelCoverage = (rows: readonly LabelledRow[]): LabelCoverage => {
  const flows = new Map<string, number>();
  const slots = new Map<string, number>();
  const commands = new Map<string, number>(understandable().map((type) => [type, 0]));
  for (const { context } of rows) {
    for (const flow of context.flows) if (!flows.has(flow.name)) flows.set(flow.name, 0);
    for (const flow of [...context.flows, ...context.paused, ...(context.active === null ? [] : [context.active])])
      for (const { name } of flow.slots) if (!slots.has(name)) slots.set(name, 0);
    if (context.commands.length > 0 && !commands.has("custom")) commands.set("custom", 0);
  }
  for (const { expected } of rows) {
    const seen = { flows: new Set<string>(), slots: new Set<string>(), commands: new Set<string>() };
    for (const command of expected) {
      seen.commands.add(command.type);
      if (command.type === "start_flow") {
        seen.flows.add(command.flow);
        for (const slot of Object.keys(command.slots ?? {})) {
          seen.slots.add(slot);
          seen.commands.add("set_slot");
        }
      }
      if ((command.type === "set_slot" || command.type === "correct_slot") && command.slot !== "")
        seen.slots.add(command.slot);
    }
    count(flows, seen.flows);
    count(slots, seen.slots);
    count(commands, seen.commands);
  }
  return { flows: listed(flows), commands: listed(commands), slots: listed(slots) };
};

/** Commands that a model may propose for any assistant; those of a project are counted where a context has some. */
const understandable = (): readonly CommandType[] =>
  commandList.flatMap(({ type, prompt }) => (prompt === null || type === "custom" ? [] : [type]));

const count = (counts: Map<string, number>, names: ReadonlySet<string>): void => {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
};

const listed = (counts: ReadonlyMap<string, number>): readonly Covered[] =>
  [...counts].map(([name, rows]) => ({ name, rows })).sort((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1));
