import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A mistake in the engine that the random assistants have to find. */
export interface Plant {
  readonly name: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly instead: string;
}

export const plants: readonly Plant[] = [
  {
    name: "an effect's key has no counter: the ledger answers for the call before",
    file: "src/engine/steps/action.ts",
    find: `:\${calls}\``,
    instead: "`",
  },
  {
    name: "an effect's key has no task and no place",
    file: "src/engine/steps/action.ts",
    find: `\${keyOf(place, moment(task.startedAt))}:\${calls}`,
    instead: `\${step.call}:\${calls}`,
  },
  {
    name: "an action's result is taken whatever its input is",
    file: "src/engine/steps/action.ts",
    find: "done.closed === true || equalJson(done.input, input)",
    instead: "true",
  },
  {
    name: "whatever is done, a correction is possible",
    file: "src/engine/steps/try-task.ts",
    find: "if (isMet) return",
    instead: "if (true) return",
  },
  {
    name: "a replay forgets what it has not come by again",
    file: "src/engine/flow/tasks.ts",
    find: "journal[at.key] ?? recorded?.[at.key]",
    instead: "journal[at.key]",
  },
  {
    name: "an effect that failed in an unknown way counts as not done",
    file: "src/engine/flow/tasks.ts",
    find: '(entry.result.ok || !["action.failed", "action.bad_input", "action.not_registered"].includes(entry.result.code))',
    instead: "entry.result.ok",
  },
  {
    name: "a yes counts for whatever is shown",
    file: "src/engine/steps/confirm.ts",
    find: "!equalJson(answered.shown, shown.values)",
    instead: "false",
  },
  {
    name: "an action does not look at what its yes showed",
    file: "src/engine/steps/action.ts",
    find: "if (prompt !== null) return prompt;",
    instead: "",
  },
  {
    name: "yes comes before the values of its message",
    file: "src/turn/order-commands.ts",
    find: "return valuesBeforeYes(state, [...ordered, ...waiting], stages);",
    instead: "return [...ordered, ...waiting];",
  },
  {
    name: "a yes is not taken back by the rest of its message",
    file: "src/engine/commands/affirm.ts",
    find: "if (isContradicted(state, given, confirmation))",
    instead: "if (false)",
  },
  {
    name: "outputs that a call does not list come back",
    file: "src/engine/steps/finish-frame.ts",
    find: "Object.entries(step.outputs).flatMap",
    instead: "Object.entries({ ...Object.fromEntries(outputs.map((each) => [each, each])), ...step.outputs }).flatMap",
  },
  {
    name: "an input is a copy of the caller's slot",
    file: "src/engine/steps/call.ts",
    find: "{ value, binding, source: sourceOf(state, cell) }",
    instead: "{ value, answer }",
  },
  {
    name: "a new round asks for nothing again",
    file: "src/engine/flow/cursor.ts",
    find: "return beginEpoch(now, context, { cell, frame: frameOf(now, cell.flowId) ?? frame });",
    instead: "return now;",
  },
  {
    name: "a skip holds for every later round",
    file: "src/engine/flow/tasks.ts",
    find: "task.answers[answerKey(cell, epochOf(task, cell))] ?? null;",
    instead:
      "task.answers[answerKey(cell, epochOf(task, cell))] ?? Object.values(task.answers).find((each) => each.value === null && cellKey(each.cell) === cellKey(cell)) ?? null;",
  },
  {
    name: "a skip of a filled slot changes nothing",
    file: "src/engine/commands/skip-slot.ts",
    find: "return done(skipped(verdict.task));",
    instead: "return done(state);",
  },
  {
    name: "steps write what breaks a rule",
    file: "src/engine/flow/rules.ts",
    find: 'if (constraint !== null) return { ok: false, code: "slot.constraint", slot: name };',
    instead: "",
  },
  {
    name: "the gate does not see that a question must not be left",
    file: "src/engine/flow/enter.ts",
    find: '!("interruptible" in step) || step.interruptible',
    instead: 'step.name !== ""',
  },
  {
    name: "the gate lets users start a hidden flow",
    file: "src/engine/flow/enter.ts",
    find: 'by === "user" && !isStartable',
    instead: "false && !isStartable",
  },
  {
    name: "the gate has room for every task that comes back",
    file: "src/engine/flow/enter.ts",
    find: 'wanted.kind === "raise" ? null',
    instead: 'wanted.kind !== "start" ? null',
  },
  {
    name: "a question beside the flow is lost when it is repeated",
    file: "src/engine/commands/execute.ts",
    find: ' || type === "repeat"',
    instead: " || type === undefined",
  },
  {
    name: "only flows that are open can be corrected",
    file: "src/engine/flow/slot-target.ts",
    find: "const ended = filled === null ? endedAnswer(state, wanted) : null;",
    instead: "const ended = null;",
  },
  {
    name: "a value that two tasks could take goes to the one that was left last",
    file: "src/engine/commands/which-instance.ts",
    find: "if (all.length === 0) return null;",
    instead: "if (all.length >= 0) return null;",
  },
  {
    name: "the task that a command names is not looked at",
    file: "src/engine/flow/frames.ts",
    find: "if (!isInTask(frame.flowId, wanted.flowId)) continue;",
    instead: "if (!isInTask(frame.flowId, undefined)) continue;",
  },
  {
    name: "the oldest task is dropped where the user should be asked",
    file: "src/engine/flow/stack-limit.ts",
    find: '["ask_user", (groups) => ({ do: "ask", groups })]',
    instead: '["ask_user", (groups) => ({ do: "cancel", groups: groups.slice(0, 1) })]',
  },
  {
    name: "a yes takes an offer that nobody has seen",
    file: "src/engine/commands/confirmation.ts",
    find: "command.promptId !== undefined || pending.turn === state.turnCount",
    instead: "command.promptId !== undefined || pending.turn === -1",
  },
  {
    name: "an input comes from the oldest run",
    file: "src/engine/flow/archived-outputs.ts",
    find: "metadata.completedFlows.findLast(",
    instead: "metadata.completedFlows.find(",
  },
  {
    name: "an old input is taken without a question",
    file: "src/engine/steps/begin-flow.ts",
    find: "const isOld = context.now - newest.completedAt > confirmInputsAfter * 1000;",
    instead: "const isOld = context.now - newest.completedAt > confirmInputsAfter * 1e9;",
  },
];

const root = join(import.meta.dirname, "../..");

/** The file with the mistake in it. It throws if the engine no longer has the place for it. */
export function plantedSource({ name, file, find, instead }: Plant): string {
  const source = readFileSync(join(root, file), "utf8");
  const times = source.split(find).length - 1;
  if (times !== 1) throw new Error(`"${name}" wants one place in ${file}, and there are ${times}: ${find}`);
  return source.replace(find, () => instead);
}

/** A copy of the engine with the mistake in it: the address of its `index.ts`. */
export function plantedEngine(plant: Plant, folder: string): string {
  const source = plantedSource(plant);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, plant.file), source);
  return pathToFileURL(join(folder, "src/index.ts")).href;
}
