import type { Assistant } from "../../engine/assistant/assistant.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { openProject } from "../../runtime/isolate/open-project.ts";
import { type OpenedSoni, type OpenSoniOptions, openSoni } from "../../runtime/open-soni.ts";
import { openStore } from "../../runtime/open-store.ts";
import type { Soni } from "../../runtime/soni.ts";
import { type DevReport, findingsOf, shown } from "./dev-report.ts";
import { importFreshly } from "./fresh-imports.ts";
import { createReloadingSoni } from "./reloading-soni.ts";
import { watchFolder } from "./watch-folder.ts";

type DevOptions = Pick<OpenSoniOptions, "understander" | "clock" | "log"> & {
  /** As on the command line. */
  readonly store?: string;
};

type Store = Awaited<ReturnType<typeof openStore>>;

/** An assistant that is being built: always the last version of its folder that had no errors. */
export interface DevAssistant {
  readonly soni: Soni;
  readonly assistant: Assistant;
  readonly report: DevReport;
  /** After every edit, whether it was good or not. */
  onChange(listener: (report: DevReport) => void): void;
  close(): Promise<void>;
}

let editions = 0;
const nextEdition = (): string => {
  editions += 1;
  return `dev-${editions}`;
};

/** Throws an `AssistantError` if the folder has errors to begin with: there is no last good version yet. */
export async function openDev(folder: string, options: DevOptions = {}): Promise<DevAssistant> {
  const stopFresh = importFreshly(folder);
  try {
    const store = await openStoreOf(folder, options);
    return await follow(folder, options, { store, stopFresh });
  } catch (error) {
    stopFresh();
    throw error;
  }
}

async function follow(
  folder: string,
  { store: _, ...given }: DevOptions,
  { store, stopFresh }: { readonly store: Store; readonly stopFresh: () => void },
): Promise<DevAssistant> {
  const listeners = new Set<(report: DevReport) => void>();
  // Conversations outlive the versions that they are held with.
  const kept = { ...store, close: async () => undefined };
  const openNext = (): Promise<OpenedSoni> =>
    openSoni(folder, { ...given, store: kept, history: "full", recover: false, edition: nextEdition() });
  let opened = await openNext();
  const { soni, replace } = createReloadingSoni(opened.soni);
  let report = goodReport(opened);
  let reloading: Promise<void> = Promise.resolve();

  const reload = async (): Promise<void> => {
    try {
      const next = await openNext();
      opened = next;
      replace(next.soni);
      report = goodReport(next);
      // Loads what understands, so that the next message need not wait for it.
      next.soni.health().catch(() => undefined);
    } catch (error) {
      report = { hash: opened.assistant.hash, broken: true, findings: findingsOf(error, folder) };
    }
    for (const listener of listeners) listener(report);
  };
  const stopWatching = watchFolder(folder, () => {
    reloading = reloading.then(reload);
  });

  return {
    soni,
    get assistant() {
      return opened.assistant;
    },
    get report() {
      return report;
    },
    onChange: (listener) => void listeners.add(listener),
    async close() {
      stopWatching();
      await reloading;
      await soni.close();
      await store.close();
      stopFresh();
    },
  };
}

const goodReport = ({ assistant, findings }: OpenedSoni): DevReport => ({
  hash: assistant.hash,
  broken: false,
  findings: shown(findings),
});

/** The settings say where conversations are kept; while the folder is worked on, that stays what it was at first. */
async function openStoreOf(folder: string, { store, understander }: DevOptions): Promise<Store> {
  const { assistant, findings, close } = await openProject(folder, {
    ...(understander === undefined ? { env: process.env } : {}),
    edition: nextEdition(),
  });
  await close();
  if (assistant === null) throw new AssistantError(folder, findings);
  const { persistence, retention } = assistant.settings;
  return openStore(persistence, store, { retention, folder });
}
