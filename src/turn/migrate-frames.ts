import type { Migration } from "../engine/assistant/migration.ts";
import { type FrameMove, migrationFor } from "../engine/flow/adapt-frame.ts";
import { slotsOf } from "../engine/flow/slots.ts";
import type { FlowId } from "../engine/ids.ts";
import type { JsonObject } from "../engine/json.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { type Caller, callProjectCode } from "../project-code/call-project-code.ts";
import { plainObject } from "../project-code/plain-object.ts";

/** Runs the project's migrations on each frame that one is declared for. */
export async function migrateFrames(
  state: DialogueState,
  migrations: readonly Migration[],
  caller: Caller,
): Promise<ReadonlyMap<FlowId, FrameMove>> {
  const moves = new Map<FlowId, FrameMove>();
  for (const frame of state.flowStack) {
    const migration = migrationFor(frame, migrations);
    if (migration !== undefined) moves.set(frame.flowId, await moveBy(migration, slotsOf(state, frame.flowId), caller));
  }
  return moves;
}

async function moveBy({ from, to, slots }: Migration, values: JsonObject, caller: Caller): Promise<FrameMove> {
  if (slots === undefined) return { kind: "moved", to, slots: null };
  const name = from.step === undefined ? from.flow : `${from.flow}.${from.step}`;
  const called = await callProjectCode(
    // Copies both ways: what the project's function has, or keeps, is not ours.
    { port: "migration", name, run: () => slots(structuredClone(values)), read: plainObject },
    caller,
  );
  return called.ok ? { kind: "moved", to, slots: called.value } : { kind: "failed" };
}
