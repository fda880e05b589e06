import type { FlowId } from "../../ids.ts";
import { fromStoredForm } from "../read-stored-form.ts";
import { type ArchivedFrame, type DialogueState, schemaVersion } from "../state.ts";
import type { StoredForm } from "../stored-form.ts";
import { upgradeEvents } from "./upgrade-events.ts";
import { placeIn } from "./upgrade-frame.ts";
import { type Group1, type UpgradedTask, upgradeTask } from "./upgrade-task.ts";
import type { ArchivedFrame1, DialogueState1, Frame1, Purpose1, Turn1 } from "./version-1.ts";
import type { DialogueState2, Metadata2, Since2, TurnInProgress2 } from "./version-2.ts";

/** A stored state as this version of Soni knows it. Every reader of a store gets it from here. */
export function upgradeState(
  stored: StoredForm | StoredForm4 | DialogueState3 | DialogueState2 | DialogueState1,
): DialogueState {
  switch (stored.schemaVersion) {
    case 1:
      return fromVersion2(fromVersion1(stored));
    case 2:
      return fromVersion2(stored);
    case 3:
      return fromStoredForm({ ...stored, schemaVersion });
    case 4:
      return fromVersion4(stored);
    default:
      return fromStoredForm(stored);
  }
}

/** Version 4 left out only visits of which there were none. The rest of it is read as today's. */
const fromVersion4 = (stored: StoredForm4): DialogueState =>
  fromStoredForm({
    ...stored,
    schemaVersion,
    flowStack: stored.flowStack?.map((frame) => ({ visits: {}, ...frame })),
  });

type StoredForm4 = Omit<StoredForm, "schemaVersion"> & { readonly schemaVersion: 4 };

/** Version 3 was kept with every field. */
type DialogueState3 = Omit<DialogueState, "schemaVersion" | "metadata" | Since2> & {
  readonly schemaVersion: 3;
  readonly metadata: Metadata2;
};

/** The trace goes: nothing read it, and what it would hold is in the events of each turn now. */
function fromVersion2({ trace: _, ...before }: DialogueState2): DialogueState {
  const { turn, last } = before;
  return fromStoredForm({
    ...before,
    schemaVersion,
    turn: turn === null ? null : { ...turn, events: upgradeEvents(turn.events) },
    last: last === null ? null : { ...last, reply: { ...last.reply, events: upgradeEvents(last.reply.events) } },
  });
}

function fromVersion1(before: DialogueState1): DialogueState2 {
  const groups = groupsOf(before.flowStack).map((frames) =>
    upgradeTask({
      frames,
      slots: before.flowSlots,
      provenance: before.provenance,
      ended: endedSince(frames[0], before.metadata.completedFlows),
    }),
  );
  const ids = new Map(groups.flatMap((group) => [...group.ids]));
  const resumed = before.flowStack.find((frame) => frame.resumed);
  const top = groups.find((group) => resumed !== undefined && group.ids.has(resumed.flowId));
  return {
    ...before,
    schemaVersion: 2,
    tasks: Object.fromEntries(groups.map(({ task }) => [task.id, task])),
    flowStack: groups.flatMap(({ frames }) => frames),
    flowSlots: Object.assign({}, ...groups.map(({ slots }) => slots)),
    provenance: Object.assign({}, ...groups.map(({ provenance }) => provenance)),
    resumed: top?.task.id ?? null,
    metadata: { ...before.metadata, completedFlows: archiveOf(before.metadata.completedFlows) },
    turn: before.turn === null ? null : upgradeTurn(before.turn, { frames: before.flowStack, ids }),
  };
}

function groupsOf(frames: readonly Frame1[]): readonly Group1["frames"][] {
  const groups: [Frame1, ...Frame1[]][] = [];
  for (const frame of frames) {
    const current = groups.at(-1);
    if (frame.caller === null || current === undefined) groups.push([frame]);
    else current.push(frame);
  }
  return groups;
}

/** Flows are numbered in the order in which they began. */
const numberOf = (id: FlowId): number => Number(id.slice(id.lastIndexOf("_") + 1));

const endedSince = ({ flowId }: Frame1, archive: readonly ArchivedFrame1[]): readonly string[] => [
  ...new Set(
    archive
      .filter((ended) => ended.flowState !== "abandoned" && numberOf(ended.flowId) > numberOf(flowId))
      .map(({ flow }) => flow),
  ),
];

/** What a timeout put aside, frame by frame, is one task with its first frame. */
function archiveOf(archive: readonly ArchivedFrame1[]): readonly ArchivedFrame[] {
  const kept = archive.flatMap(({ resume }) => (resume === undefined ? [] : [resume]));
  const tasks = groupsOf(kept.map(({ frame }) => frame))
    // The archive is short: a called frame may have outlived its caller there.
    .filter(([root]) => root.caller === null)
    .map((frames) =>
      upgradeTask({
        frames,
        slots: Object.fromEntries(kept.map(({ frame, slots }) => [frame.flowId, slots])),
        provenance: Object.fromEntries(kept.map(({ frame, provenance }) => [frame.flowId, provenance])),
        ended: endedSince(frames[0], archive),
      }),
    );
  return archive.map(({ resume: _, ...ended }) => {
    const task = tasks.find(({ ids }) => ids.has(ended.flowId));
    return task === undefined ? ended : withTask(ended, task);
  });
}

function withTask(ended: ArchivedFrame, { ids, ...resume }: UpgradedTask): ArchivedFrame {
  const isFirst = ended.flowId === resume.task.id;
  return { ...ended, flowId: ids.get(ended.flowId) ?? ended.flowId, ...(isFirst ? { resume } : {}) };
}

interface Renamed {
  readonly frames: readonly Frame1[];
  readonly ids: ReadonlyMap<FlowId, FlowId>;
}

/** An action that has begun keeps its key, and with it what the ledger knows of it. */
function upgradeTurn({ action, ...turn }: Turn1, renamed: Renamed): TurnInProgress2 {
  return {
    ...turn,
    runOnly: turn.runOnly === null ? null : (renamed.ids.get(turn.runOnly) ?? turn.runOnly),
    action: action === null ? null : { ...action, purpose: withPlace(action.purpose, renamed) },
  };
}

function withPlace(purpose: Purpose1, { frames, ids }: Renamed) {
  const frame = frames.find(({ flowId }) => flowId === purpose.flowId);
  const id = frame === undefined ? undefined : ids.get(frame.flowId);
  const place = frame === undefined || id === undefined ? null : placeIn(id, frame);
  if (purpose.kind === "handoff") return { ...purpose, flowId: id ?? purpose.flowId, place };
  return { ...purpose, flowId: id ?? purpose.flowId, place: place ?? "" };
}
