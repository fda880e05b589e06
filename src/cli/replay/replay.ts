import { loadProject, type Project } from "../../config/load-project.ts";
import { doubtfulReading } from "../../dialogue/speakers.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { createSoni } from "../../runtime/create-soni.ts";
import { cacheFolder } from "../../runtime/default-understander.ts";
import { openStore } from "../../runtime/open-store.ts";
import { showStored } from "../../runtime/shown-conversation.ts";
import type { Store } from "../../stores/store.ts";
import { ownDocuments } from "../../testing/own-documents.ts";
import type { Understander, Understanding } from "../../understand/understander.ts";
import { type Console, type Paint, painter, writeLine } from "../console.ts";
import { settingsFor } from "../eval/candidates.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { readProgramFile } from "../read-program-file.ts";
import { type DivergenceKind, divergenceKinds } from "./compare-turns.ts";
import { type Recording, recordedCalls, standIns } from "./recorded-actions.ts";
import { type RecordedConversation, type Replayed, replayConversation } from "./replay-conversation.ts";

export interface ReplayOptions {
  readonly store?: string;
  /** The folder of the version that recorded. */
  readonly was?: string;
  readonly conversation?: readonly string[];
  readonly limit: number;
  readonly understand?: true;
  readonly model?: string;
  readonly program?: string;
  readonly ignore?: readonly DivergenceKind[];
  readonly json?: true;
}

/** Holds recorded conversations with the assistant of a folder, and says where each goes otherwise. Nothing is written. */
export async function replay(folder: string, options: ReplayOptions, console: Console): Promise<ExitCode> {
  const project = await loadProject(folder);
  if (project.assistant === null) throw new AssistantError(folder, project.findings);
  const assistant = await withChoice(project.assistant, options);
  const store = await openStore(assistant.settings.persistence, options.store, { ...assistant.settings, folder });
  try {
    const replayed = await replayAll({ ...project, assistant, folder }, store, options);
    if (replayed.length === 0) throw nothingRecorded(folder);
    show(replayed, options, console);
    return replayed.some(({ divergence }) => divergence !== null) ? exitCode.failed : exitCode.done;
  } finally {
    await store.close();
  }
}

const nothingRecorded = (folder: string): SoniError =>
  new SoniError(
    "cli.nothing_recorded",
    `There are no conversations in the store of '${folder}'. 'soni chat' and 'soni dev' record some; --store names another place.`,
  );

async function replayAll(
  project: Project & { readonly assistant: Assistant; readonly folder: string },
  store: Store,
  options: ReplayOptions,
): Promise<readonly Replayed[]> {
  const { assistant, folder } = project;
  const ids =
    options.conversation ?? (await store.conversations({ limit: options.limit })).map((each) => each.conversationId);
  const recordings = new Map<string, Recording>();
  const was = options.was === undefined ? assistant : await load(options.was);
  const standing = standIns({ assistant, was }, (id) => recordings.get(id));
  // In the order in which they are said: every other message comes with its commands.
  let readings: Understanding[] = [];
  const recordedReading: Understander = {
    understand: async () => readings.shift() ?? { commands: [], confidence: 0, source: "recorded" },
  };
  const understanding = options.understand === true || options.model !== undefined ? "again" : "recorded";
  let now = 0;
  const documents = ownDocuments({ cacheDirectory: cacheFolder(process.env) });
  const knowledgeBase = documents.knowledgeBase(assistant, folder);
  const { validators, normalizers, commands, steps, slotTypes, migrations } = project;
  const soni = createSoni({
    ...{ assistant, validators, normalizers, commands, steps, slotTypes, migrations },
    actions: standing.actions,
    writingModel: silentModel,
    ...(understanding === "recorded" ? { understander: recordedReading } : {}),
    ...(knowledgeBase === undefined ? {} : { knowledgeBase }),
    clock: { now: () => now },
  });
  const ignored = new Set(options.ignore ?? []);
  try {
    const replayed: Replayed[] = [];
    for (const conversationId of ids) {
      const recorded = await recordedIn(store, assistant, conversationId);
      recordings.set(conversationId, {
        calls: recordedCalls(conversationId, recorded.told.audit),
        session: recorded.session,
      });
      readings = recorded.told.audit.flatMap((entry) => {
        const reading = doubtfulReading(entry);
        return reading === null ? [] : [{ ...reading, source: "recorded" }];
      });
      const setting = { soni, understanding, ignored, standIns: standing } as const;
      const setClock = (at: number): void => {
        now = at;
      };
      const advance = (milliseconds: number): void => {
        now += milliseconds;
      };
      replayed.push(await replayConversation(recorded, { ...setting, setClock, advance }));
    }
    return replayed;
  } finally {
    await soni.close();
    await documents.close();
  }
}

async function load(folder: string): Promise<Assistant> {
  const { assistant, findings } = await loadProject(folder);
  if (assistant === null) throw new AssistantError(folder, findings);
  return assistant;
}

async function recordedIn(store: Store, assistant: Assistant, conversationId: string): Promise<RecordedConversation> {
  const transcript = await store.transcript(conversationId);
  const audit = await store.audit(conversationId);
  if (audit.length === 0)
    throw new SoniError("cli.no_such_conversation", `There is no conversation '${conversationId}' in this store.`);
  const state = (await store.read(conversationId))?.state ?? null;
  const about = { assistant, state: async () => state };
  const read = async (secrets: "told" | "masked") => ({
    transcript: await showStored(transcript, about, { secrets }),
    audit: await showStored(audit, about, { secrets }),
  });
  return { conversationId, session: state?.session ?? {}, told: await read("told"), shown: await read("masked") };
}

/** Another model or another prompt program than the settings name. Texts come as they are written in the YAML. */
async function withChoice(assistant: Assistant, { model, program }: ReplayOptions): Promise<Assistant> {
  const { settings } = assistant;
  const chosen = model === undefined ? settings : settingsFor(settings, model);
  const { models } = chosen;
  const nlu =
    program === undefined
      ? models.nlu
      : { ...models.nlu, program: { file: program, program: await readProgramFile(program) } };
  return {
    ...assistant,
    settings: { ...chosen, models: { ...models, nlu, rephrase: { ...models.rephrase, enabled: false } } },
  };
}

/** `generate` steps say what they say without a model: a replay costs nothing. */
const silentModel: LanguageModel = {
  name: "none",
  samples: false,
  generate: async () => ({
    ok: false,
    code: "model.unavailable",
    message: "A replay asks no model for texts.",
    attempts: 0,
  }),
};

function show(replayed: readonly Replayed[], { json }: ReplayOptions, { output }: Console): void {
  const paint = painter(output);
  const counts = Object.fromEntries(
    divergenceKinds.map((kind) => [kind, replayed.filter(({ divergence }) => divergence?.kind === kind).length]),
  );
  if (json === true) {
    writeLine(output, JSON.stringify({ conversations: replayed, counts }, null, 2));
    return;
  }
  for (const each of replayed) writeLine(output, showOne(each, paint));
  const same = replayed.filter(({ divergence }) => divergence === null).length;
  const kinds = Object.entries(counts).flatMap(([kind, count]) => (count === 0 ? [] : [`${kind} ${count}`]));
  writeLine(
    output,
    `${same} of ${replayed.length} went as recorded.${kinds.length === 0 ? "" : ` First difference: ${kinds.join(", ")}.`}`,
  );
}

function showOne({ conversationId, turns, divergence }: Replayed, paint: Paint): string {
  if (divergence === null)
    return `${paint("green", "same")}  ${conversationId}, ${turns} ${turns === 1 ? "turn" : "turns"}`;
  const { turn, kind, user, was, is } = divergence;
  return [
    `${paint("red", kind)}  ${conversationId}, turn ${turn}: ${JSON.stringify(user)}`,
    ...was.filter((line) => !is.includes(line)).map((line) => paint("dim", `    - ${line}`)),
    ...is.filter((line) => !was.includes(line)).map((line) => `    + ${line}`),
  ].join("\n");
}
