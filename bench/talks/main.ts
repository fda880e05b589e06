import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Json } from "../../src/engine/json.ts";
import { openSoni } from "../../src/index.ts";
import type { Talks } from "./goal.ts";
import { type ActionRun, holdTalk, type TalkResult } from "./hold-talk.ts";

process.env["SONI_CACHE"] ??= join(import.meta.dirname, "../../node_modules/.cache/soni-bench-talks");

const { values: options } = parseArgs({
  options: {
    /** The user says yes to every confirmation without reading it. */
    trusting: { type: "boolean", default: false },
    /** Sends what each line means as commands, to show that every goal can be reached. */
    typed: { type: "boolean", default: false },
    only: { type: "string" },
    /** Prints the conversations that did not succeed. */
    show: { type: "boolean", default: false },
  },
});
const start = Date.parse("2026-11-18T10:00:00Z");

const results = new Map<string, readonly TalkResult[]>();
for (const entry of readdirSync(import.meta.dirname, { withFileTypes: true }).filter((each) => each.isDirectory())) {
  if (options.only !== undefined && options.only !== entry.name) continue;
  results.set(entry.name, await holdAll(join(import.meta.dirname, entry.name)));
}
const all = [...results.values()].flat();
if (options.show)
  for (const { goal, outcome, because, lines } of all)
    if (outcome !== "success") console.log(`\n${goal.id} (${goal.kind}): ${outcome}, ${because}\n${lines.join("\n")}`);
console.table(Object.fromEntries([...[...results].map(([name, list]) => [name, line(list)]), ["all", line(all)]]));

async function holdAll(folder: string): Promise<readonly TalkResult[]> {
  const { talks } = (await import(pathToFileURL(join(folder, "goals.ts")).href)) as { readonly talks: Talks };
  const runs: ActionRun[] = [];
  const clock = { at: start };
  const { soni } = await openSoni(folder, {
    store: "memory",
    clock: { now: () => clock.at },
    actionRunner: (action, run) => (input, context) => {
      runs.push({
        conversationId: context.conversationId,
        action: action.name,
        input: input as Readonly<Record<string, Json>>,
      });
      return run(input, context);
    },
  });
  const knowledge = { shown: shownSlots(folder), words: talks.words, isTrusting: options.trusting };
  const held: TalkResult[] = [];
  for (const goal of talks.goals) {
    clock.at = start;
    const tick = (): void => {
      clock.at += 15_000;
    };
    held.push(await holdTalk(soni, goal, { knowledge, runs, tick, isTyped: options.typed }));
  }
  await soni.close();
  return held;
}

/** The placeholders of each confirmation, by flow: what a user can read there. */
function shownSlots(folder: string): Readonly<Record<string, readonly string[]>> {
  const shown: Record<string, readonly string[]> = {};
  let flow = "";
  for (const text of readFileSync(join(folder, "soni.yaml"), "utf8").split("\n")) {
    flow = /^ {2}(\w+):$/.exec(text)?.[1] ?? flow;
    if (text.includes("type: confirm")) shown[flow] = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  }
  return shown;
}

function line(list: readonly TalkResult[]): Record<string, string | number> {
  const count = (outcome: TalkResult["outcome"]): number => list.filter((each) => each.outcome === outcome).length;
  const good = list.filter(({ outcome }) => outcome === "success");
  const extra = good.reduce((sum, { turns, goal }) => sum + turns - goal.least, 0);
  return {
    goals: list.length,
    success: count("success"),
    harm: count("harm"),
    failure: count("failure"),
    turns: list.reduce((sum, { turns }) => sum + turns, 0),
    least: list.reduce((sum, { goal }) => sum + goal.least, 0),
    "extra turns of a success": good.length === 0 ? "-" : (extra / good.length).toFixed(1),
  };
}
