import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A mistake in the engine that the random assistants have to find. */
interface Planted {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly instead: string;
}

const bugs: readonly Planted[] = [
  {
    name: "an action's result is taken whatever its input is",
    file: "src/steps/action.ts",
    find: "done.closed === true || equalJson(done.input, input)",
    instead: "true",
  },
  {
    name: "an action runs again in every replay",
    file: "src/steps/try-task.ts",
    find: "if (isMet) return",
    instead: "if (true) return",
  },
  {
    name: "the journal of the former way is not looked at",
    file: "src/flow/tasks.ts",
    find: "task?.journal[at.key] ?? task?.recorded?.[at.key]",
    instead: "task?.journal[at.key]",
  },
  {
    name: "a yes counts for whatever is shown",
    file: "src/steps/confirm.ts",
    find: "!equalJson(answered.shown, shown.values)",
    instead: "false",
  },
  {
    name: "an action does not look at what its yes showed",
    file: "src/steps/action.ts",
    find: "if (prompt !== null) return prompt;",
    instead: "",
  },
  {
    name: "yes comes before the values of its message",
    file: "src/graph/order-commands.ts",
    find: "return valuesBeforeYes(state, [...ordered, ...waiting], stages);",
    instead: "return [...ordered, ...waiting];",
  },
  {
    name: "a yes is not taken back by the rest of its message",
    file: "src/execute/affirm.ts",
    find: "if (isContradicted(state, confirmation))",
    instead: "if (false)",
  },
  {
    name: "outputs that a call does not list come back",
    file: "src/steps/finish-frame.ts",
    find: "Object.entries(step.outputs).flatMap",
    instead: "Object.entries({ ...Object.fromEntries(outputs.map((each) => [each, each])), ...step.outputs }).flatMap",
  },
  {
    name: "an input is a copy of the caller's slot",
    file: "src/steps/call.ts",
    find: 'const isBound = owned.has(source) && own?.setBy === "user";',
    instead: "const isBound = false;",
  },
  {
    name: "a new round asks for nothing again",
    file: "src/flow/cursor.ts",
    find: "return beginEpoch(now, context, { cell, frame: frameOf(now, cell.flowId) ?? frame });",
    instead:
      "return cell.slot === '' ? frameOf(now, cell.flowId) === null ? now : beginEpoch(now, context, { cell, frame }) : now;",
  },
  {
    name: "steps write what breaks a rule",
    file: "src/flow/rules.ts",
    find: 'if (constraint !== null) return { ok: false, code: "slot.constraint", slot: name };',
    instead: "",
  },
  {
    name: "a question that must not be left is left",
    file: "src/flow/enter.ts",
    find: '!("interruptible" in step) || step.interruptible',
    instead: 'step.name !== ""',
  },
  {
    name: "a hidden flow is started by its name",
    file: "src/flow/enter.ts",
    find: 'wanted.by === "user" && !isStartable',
    instead: "false && !isStartable",
  },
  {
    name: "a task that comes back needs no room",
    file: "src/flow/enter.ts",
    find: 'wanted.kind === "raise" ? null',
    instead: 'wanted.kind !== "start" ? null',
  },
  {
    name: "a repeated question is lost",
    file: "src/execute/execute.ts",
    find: ' || type === "repeat"',
    instead: " || type === undefined",
  },
  {
    name: "only the flow that asked can correct its slots",
    file: "src/flow/slot-target.ts",
    find: "const ended = filled === null ? endedAnswer(state, wanted) : null;",
    instead:
      "const ended = filled === null && endedAnswer(state, wanted) === undefined ? endedAnswer(state, wanted) : null;",
  },
  {
    name: "a skip is for good",
    file: "src/execute/clear-slot.ts",
    find: "const cleared = clearCell(withTask(state, after), cell, frame.flow);",
    instead: "const cleared = withTask(state, after);",
  },
];

const root = join(import.meta.dirname, "../..");
const runs = process.argv[2] ?? "2000";
const folder = mkdtempSync(join(tmpdir(), "soni-planted-"));
let missed = 0;
try {
  for (const { name, file, find, instead } of bugs) {
    rmSync(join(folder, "engine"), { recursive: true, force: true });
    cpSync(join(root, "src"), join(folder, "engine/src"), { recursive: true });
    cpSync(join(root, "package.json"), join(folder, "engine/package.json"));
    symlinkSync(join(root, "node_modules"), join(folder, "engine/node_modules"));
    const path = join(folder, "engine", file);
    const source = readFileSync(path, "utf8");
    if (!source.includes(find)) throw new Error(`${file} has no longer: ${find}`);
    writeFileSync(path, source.replace(find, instead));
    const engine = pathToFileURL(join(folder, "engine/src/index.ts")).href;
    const flags = ["--runs", runs, "--workers", "2", "--no-shrink", "--engine", engine];
    const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), ...flags], {
      encoding: "utf8",
    });
    const kinds = stdout.split("\n").filter((line) => /^ +\d+ {2}I\d/.test(line));
    if (status !== 1 || kinds.length === 0) missed += 1;
    console.log(`${status === 1 && kinds.length > 0 ? "found " : "MISSED"} ${name}`);
    for (const kind of kinds.slice(0, 3)) console.log(`       ${kind.trim()}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${bugs.length} planted, ${missed} missed in ${runs} random assistants each`);
process.exit(missed === 0 ? 0 : 1);
