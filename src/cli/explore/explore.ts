import { loadProject } from "../../config/load-project.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { type ExploredFlow, exploreProject } from "../../testing/explore/explore.ts";
import type { ExploredFinding, ExploredKind } from "../../testing/explore/judge-turn.ts";
import { tryRandomUsers } from "../../testing/explore/random-users.ts";
import type { LoadedProject, MadeTurn } from "../../testing/explore/world.ts";
import { showCommand, showValue } from "../chat/show-command.ts";
import { type Console, type Paint, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { counted } from "../show-findings.ts";
import { type YamlPlaces, yamlPlaces } from "../why/yaml-places.ts";

export interface ExploreOptions {
  readonly depth: number;
  readonly states: number;
  readonly random?: number;
  readonly seed: number;
  readonly allow?: readonly ExploredKind[];
  readonly json?: true;
}

/** Messages of a random user. */
const randomLength = 30;

/** Tries what users can say and actions can give, and tells what should not happen, each with the shortest conversation. */
export async function explore(folder: string, options: ExploreOptions, console: Console): Promise<ExitCode> {
  const project = await loadProject(folder);
  if (project.assistant === null) throw new AssistantError(folder, project.findings);
  const loaded: LoadedProject = { ...project, assistant: project.assistant };
  const flows = await exploreProject(loaded, options);
  const random =
    options.random === undefined
      ? null
      : await tryRandomUsers(loaded, { users: options.random, seed: options.seed, length: randomLength });
  const allowed = new Set(options.allow ?? []);
  const places = await yamlPlaces(folder);
  const found = [
    ...flows.flatMap(({ findings }) => findings),
    ...(random?.findings ?? []).filter(
      (each) => !flows.some(({ findings }) => findings.some((known) => isSame(known, each))),
    ),
  ].filter(({ kind }) => !allowed.has(kind));
  const { output } = console;
  const paint = painter(output);
  if (options.json === true) {
    const shown = found.map(({ conversation, ...finding }) => ({
      ...finding,
      place: placeOf(finding, places),
      conversation: conversation.turns.flatMap(turnLines),
    }));
    const explored = flows.map(({ findings: _, ...flow }) => flow);
    writeLine(output, JSON.stringify({ flows: explored, messages: random?.messages ?? 0, findings: shown }, null, 2));
  } else {
    for (const finding of found) writeLine(output, `${showFinding(finding, places, paint)}\n`);
    for (const flow of flows) writeLine(output, showFlow(flow, paint));
    if (random !== null)
      writeLine(output, `${counted(options.random ?? 0, "random user")} said ${random.messages} messages.`);
    writeLine(output, found.length === 0 ? "Nothing found." : `${counted(found.length, "finding")}.`);
  }
  return found.length === 0 ? exitCode.done : exitCode.failed;
}

const isSame = (left: ExploredFinding, right: ExploredFinding): boolean =>
  left.kind === right.kind && left.flow === right.flow && left.step === right.step;

const placeOf = ({ flow, step }: Pick<ExploredFinding, "flow" | "step">, places: YamlPlaces): string | null =>
  step === null ? null : places.step(flow, step);

function showFinding(finding: ExploredFinding, places: YamlPlaces, paint: Paint): string {
  const { kind, flow, step, message, conversation } = finding;
  const place = placeOf(finding, places) ?? `${flow}${step === null ? "" : `.${step}`}`;
  const seed = "seed" in finding ? ` ${paint("dim", `(seed ${finding.seed})`)}` : "";
  return [
    `${paint("cyan", place)} ${paint("red", kind)} ${message}${seed}`,
    ...conversation.turns.flatMap(turnLines).map((line) => `    ${line}`),
  ].join("\n");
}

/** As a developer would type it in the chat, what actions gave that is unusual, and what was answered. */
function turnLines({ move, result, calls }: MadeTurn): readonly string[] {
  return [
    `> /${showCommand(move.command)}`,
    ...calls.flatMap(({ action, chosen, outcomes }) => {
      const outcome = outcomes[chosen];
      if (outcome?.kind === "fails") return [`  (${action} fails)`];
      return outcome === undefined || outcome.differs === null ? [] : [`  (${action} gives ${outcome.differs})`];
    }),
    ...result.commands.flatMap(({ result: how, code }) => (how === "refused" ? [`  (refused: ${code ?? ""})`] : [])),
    ...result.messages.map(({ text }) => `  ${showValue(text.split("\n")[0] ?? "")}`),
  ];
}

function showFlow({ flow, situations, isComplete, unreached }: ExploredFlow, paint: Paint): string {
  const notes = [
    ...(isComplete ? [] : ["stopped at the limit"]),
    ...(unreached.length === 0 ? [] : [`never reached: ${unreached.join(", ")}`]),
  ];
  return `${flow}: ${counted(situations, "situation")}${notes.length === 0 ? "" : paint("dim", `; ${notes.join("; ")}`)}`;
}
