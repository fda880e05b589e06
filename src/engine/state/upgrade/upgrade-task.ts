import type { Provenance } from "../../assistant/slot.ts";
import { type FlowId, flowId } from "../../ids.ts";
import { type JsonObject, withoutEntries } from "../../json.ts";
import type { Binding, Frame } from "../frame.ts";
import type { Answer, Snapshot, Task } from "../task.ts";
import { placeIn, upgradeFrame } from "./upgrade-frame.ts";
import type { Frame1, Origins1 } from "./version-1.ts";

/** A flow that the user started, with the flows that it has called, bottom to top. */
export interface Group1 {
  readonly frames: readonly [Frame1, ...Frame1[]];
  readonly slots: Readonly<Record<FlowId, JsonObject>>;
  readonly provenance: Readonly<Record<FlowId, Origins1>>;
  /** Flows that have ended since it began: it may have called them. */
  readonly ended: readonly string[];
}

export interface UpgradedTask extends Omit<Snapshot, "settled"> {
  readonly task: Task;
  /** What its frames are called now, by what they were called before. */
  readonly ids: ReadonlyMap<FlowId, FlowId>;
}

/**
 * The task goes on from where it stands, and replays begin there: how it got there was not noted. Where something was done or
 * affirmed, what the task holds cannot be changed any more: a yes counts for what it was given for.
 */
export function upgradeTask(group: Group1): UpgradedTask {
  const [root] = group.frames;
  const members: Member[] = [];
  for (const frame of group.frames) members.push(member(group, frame, members));
  const ids = new Map(members.map(({ old, frame }) => [old.flowId, frame.flowId]));
  const frames = members.map(({ frame }) => frame);
  const slots = Object.fromEntries(members.map((each) => [each.frame.flowId, each.slots]));
  const provenance = Object.fromEntries(members.map((each) => [each.frame.flowId, each.provenance]));
  const isUsed = ({ effects, affirmed }: Frame1): boolean => effects.length > 0 || affirmed.length > 0;
  const task: Task = {
    id: root.flowId,
    flow: root.flow,
    by: root.system === true ? "system" : "user",
    inputs: inputsOf(group, root),
    startedAt: root.startedAt,
    answers: Object.fromEntries(members.flatMap(({ old, frame }) => skippedIn(old, frame.flowId))),
    overrides: {},
    journal: {},
    epochs: {},
    steps: 0,
    // Keys of actions ended with the visit: none of them comes up again.
    calls: group.frames.flatMap(({ visits }) => Object.values(visits)).reduce((sum, count) => sum + count, 0),
    base: { frames, slots, provenance, settled: group.frames.some(isUsed), ended: group.ended },
  };
  return { task, frames, slots, provenance, ids };
}

interface Member {
  readonly old: Frame1;
  readonly frame: Frame;
  readonly slots: JsonObject;
  readonly provenance: Readonly<Record<string, Provenance>>;
}

function member(group: Group1, old: Frame1, below: readonly Member[]): Member {
  const caller = below.find((each) => each.old.flowId === old.caller);
  const slots = group.slots[old.flowId] ?? {};
  const origins = group.provenance[old.flowId] ?? {};
  const bindings = caller === undefined ? {} : bindingsTo(caller, { slots, origins });
  const bound = Object.keys(bindings);
  const provenance = Object.fromEntries(
    Object.entries(withoutEntries(origins, bound)).map(([slot, { replaced: _, ...origin }]) => [slot, origin]),
  );
  // A called frame is named after the place of its call.
  const id = caller === undefined ? old.flowId : flowId(placeIn(caller.frame.flowId, caller.old));
  const frame = upgradeFrame(old, { flowId: id, caller: caller?.frame.flowId ?? null, bindings });
  return { old, frame, slots: withoutEntries(slots, bound), provenance };
}

/** An input was a copy. It is the caller's own slot again where that has the same name and value, and the user gave it. */
function bindingsTo(caller: Member, callee: { readonly slots: JsonObject; readonly origins: Origins1 }) {
  const bindings: Record<string, Binding> = {};
  for (const [slot, value] of Object.entries(callee.slots)) {
    if (callee.origins[slot]?.by !== "input") continue;
    const { by } = caller.provenance[slot] ?? {};
    const isSame = JSON.stringify(caller.slots[slot]) === JSON.stringify(value);
    const shared = caller.frame.bindings[slot];
    if (shared !== undefined) bindings[slot] = shared;
    else if (isSame && (by === "user" || by === "api")) bindings[slot] = { flowId: caller.frame.flowId, slot };
  }
  return bindings;
}

/** What the assistant itself started the flow with. */
const inputsOf = ({ slots, provenance }: Group1, { flowId: id }: Frame1): JsonObject =>
  Object.fromEntries(Object.entries(slots[id] ?? {}).filter(([slot]) => provenance[id]?.[slot]?.by === "input"));

/** Left empty: not to be asked for again. */
const skippedIn = (frame: Frame1, id: FlowId): readonly (readonly [string, Answer])[] =>
  frame.skipped.map((slot) => [
    `${id}.${slot}@0`,
    {
      cell: { flowId: id, slot },
      epoch: 0,
      flow: frame.flow,
      from: "start",
      value: null,
      by: { by: "user", messageId: "" },
    },
  ]);
