import type { SlotType } from "../engine/slot-types/slot-types.ts";
import type {
  Awaiting,
  CustomCommandInScope,
  FlowInScope,
  InstanceInScope,
  SlotInScope,
  UnderstandingContext,
} from "./understander.ts";

/** What commands may name now, looked up by name; names come from YAML, so maps and never objects. */
export interface Scope {
  readonly startable: ReadonlyMap<string, FlowInScope>;
  /** The active flow, then the paused ones, most recent first. */
  readonly stack: readonly FlowInScope[];
  readonly paused: ReadonlySet<string>;
  readonly active: FlowInScope | null;
  /** Open tasks that have to be told apart: some flow is open more than once. */
  readonly instances: readonly InstanceInScope[];
  readonly commands: ReadonlyMap<string, CustomCommandInScope>;
  readonly options: Extract<Awaiting, { readonly kind: "choice" }>["options"];
}

export const scopeOf = (context: UnderstandingContext): Scope => ({
  startable: new Map(context.flows.map((flow) => [flow.name, flow])),
  stack: context.active === null ? context.paused : [context.active, ...context.paused],
  paused: new Set(context.paused.map((flow) => flow.name)),
  active: context.active,
  instances: instancesToTell(context),
  commands: new Map(context.commands.map((command) => [command.name, command])),
  options: context.awaiting.kind === "choice" ? context.awaiting.options : [],
});

/** All open tasks, if a flow is open more than once; otherwise its name says which is meant. */
export const instancesToTell = ({ instances = [] }: UnderstandingContext): readonly InstanceInScope[] =>
  new Set(instances.map(({ flow }) => flow)).size < instances.length ? instances : [];

/** The slot of that name in the first flow that has it. */
export const findSlot = (flows: readonly FlowInScope[], name: string): SlotInScope | undefined => {
  for (const flow of flows) {
    const slot = flow.slots.find((candidate) => candidate.name === name);
    if (slot !== undefined) return slot;
  }
  return undefined;
};

export const slotNames = (flows: readonly FlowInScope[]): readonly string[] => [
  ...new Set(flows.flatMap((flow) => flow.slots.map((slot) => slot.name))),
];

export const hasSlotOfType = (flows: readonly FlowInScope[], types: readonly SlotType[]): boolean =>
  flows.some((flow) => flow.slots.some((slot) => types.includes(slot.type)));
