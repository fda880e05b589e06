import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadAssistant } from "../../config/load.ts";
import { SoniError } from "../../engine/errors.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { cacheFolder, defaultUnderstander } from "../../runtime/default-understander.ts";
import { lazyUnderstander } from "../../runtime/lazy-understander.ts";
import { embeddedUnderstander } from "../../testing/embedded-understander.ts";
import { type Recording, recordedUnderstander, recordingUnderstander } from "../../testing/recorded-understander.ts";
import type { Understander } from "../../understand/understander.ts";

export interface UnderstandingChoice {
  readonly recorded?: true;
  readonly record?: true;
  readonly live?: true;
}

interface TestUnderstander {
  readonly understander: Understander;
  /** Writes what was recorded. */
  save(): Promise<void>;
  close(): Promise<void>;
}

/** Who understands the words of tests. Nothing is loaded before the first of them. */
export async function openTestUnderstander(folder: string, choice: UnderstandingChoice): Promise<TestUnderstander> {
  const file = join(folder, "tests", "recorded.json");
  if (choice.recorded === true)
    return { understander: recordedUnderstander(await readRecording(file)), save: nothing, close: nothing };
  if (choice.record !== true && choice.live !== true) {
    const understander = lazyUnderstander(async () =>
      embeddedUnderstander({ cacheDirectory: cacheFolder(process.env) }),
    );
    return { understander, save: nothing, close: async () => understander.close?.() };
  }
  const model = await modelOf(folder);
  const recording: Record<string, Recording[string]> =
    choice.record === true ? { ...(await readRecording(file).catch(() => ({}))) } : {};
  const understander = recordingUnderstander(model, (key, answer) => {
    recording[key] = answer;
  });
  return {
    understander,
    async save() {
      if (choice.record !== true) return;
      const sorted = Object.fromEntries(Object.entries(recording).sort(([left], [right]) => (left < right ? -1 : 1)));
      await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
    },
    close: async () => model.close?.(),
  };
}

const nothing = async (): Promise<void> => undefined;

async function modelOf(folder: string): Promise<Understander> {
  const { assistant, findings } = await loadAssistant(folder, { env: process.env });
  if (assistant === null) throw new AssistantError(folder, findings);
  if (assistant.settings.models.nlu.provider === "embedded")
    throw new SoniError("cli.no_model", "The settings name no model: set 'models.nlu.provider' and 'model' first.");
  return defaultUnderstander({ settings: assistant.settings, environment: process.env, log: () => undefined });
}

async function readRecording(file: string): Promise<Recording> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Recording;
  } catch {
    throw new SoniError("cli.no_recording", `'${file}' can't be read. Record answers with 'soni test --record' first.`);
  }
}
