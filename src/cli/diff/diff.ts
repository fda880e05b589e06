import { loadProject, type Project } from "../../config/load-project.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { openStore } from "../../runtime/open-store.ts";
import { type Console, type Paint, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { compareAssistants, type FlowDifference } from "./compare-assistants.ts";
import { judgeConversations, type Verdict } from "./judge-conversations.ts";

export interface DiffOptions {
  readonly store?: string;
  readonly json?: true;
}

/** Compares two versions of an assistant, and says what the newer one means for stored conversations. */
export async function diff(
  folders: { readonly old: string; readonly now: string },
  options: DiffOptions,
  { output }: Console,
): Promise<ExitCode> {
  const [before, after] = [await load(folders.old), await load(folders.now)];
  const flows = compareAssistants(before.assistant, after.assistant);
  const conversations =
    options.store === undefined ? null : await judged(after, { store: options.store, folder: folders.now });
  const paint = painter(output);
  if (options.json === true) writeLine(output, JSON.stringify({ flows, conversations }, null, 2));
  else {
    for (const line of flows.length === 0 ? ["No flow, step or slot changed."] : flows.map(showFlow))
      writeLine(output, line);
    for (const verdict of conversations ?? []) writeLine(output, showVerdict(verdict, paint));
    if (conversations !== null) writeLine(output, summary(conversations));
  }
  return conversations?.some(({ verdict }) => verdict === "stranded" || verdict === "unreadable")
    ? exitCode.failed
    : exitCode.done;
}

async function load(folder: string): Promise<Project & { readonly assistant: NonNullable<Project["assistant"]> }> {
  const project = await loadProject(folder);
  const { assistant, findings } = project;
  if (assistant === null) throw new AssistantError(folder, findings);
  return { ...project, assistant };
}

async function judged(
  { assistant, migrations }: Awaited<ReturnType<typeof load>>,
  place: { readonly store: string; readonly folder: string },
): Promise<readonly Verdict[]> {
  const { persistence, retention } = assistant.settings;
  const store = await openStore(persistence, place.store, { retention, folder: place.folder });
  try {
    const verdicts: Verdict[] = [];
    for await (const verdict of judgeConversations(store, { assistant, migrations })) verdicts.push(verdict);
    return verdicts;
  } finally {
    await store.close();
  }
}

function showFlow({ flow, change, stepsAdded, stepsRemoved, slots }: FlowDifference): string {
  const parts = [...stepsAdded.map((step) => `+${step}`), ...stepsRemoved.map((step) => `-${step}`), ...slots];
  return `${flow}: ${change}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

const colours = { safe: "green", migrated: "yellow", stranded: "red", unreadable: "red" } as const;

const showVerdict = ({ conversationId, verdict, why }: Verdict, paint: Paint): string =>
  `${paint(colours[verdict], verdict.padEnd(10))} ${conversationId}${why.length === 0 ? "" : `  ${paint("dim", why.join("; "))}`}`;

function summary(verdicts: readonly Verdict[]): string {
  const count = (wanted: Verdict["verdict"]): number => verdicts.filter(({ verdict }) => verdict === wanted).length;
  return `${count("safe")} safe, ${count("migrated")} migrated, ${count("stranded")} stranded, ${count("unreadable")} unreadable.`;
}
