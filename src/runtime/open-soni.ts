import type { Finding } from "../config/finding.ts";
import type { Assistant } from "../engine/assistant/assistant.ts";
import { createModelsInUse } from "../model/models-in-use.ts";
import type { Store } from "../stores/store.ts";
import { timeOf } from "../time/system-time.ts";
import { knownWeights } from "../understand/embedded/joint/known-weights.ts";
import { AssistantError } from "./assistant-error.ts";
import type { AnyAssistant, AssistantTypes, SoniOf } from "./assistant-types.ts";
import type { SoniOptions } from "./create-soni.ts";
import { type OpenedProject, openProject } from "./isolate/open-project.ts";
import { openStore } from "./open-store.ts";

type GivenByCode =
  | "commands"
  | "stackLimits"
  | "understander"
  | "knowledgeBase"
  | "migrations"
  | "onAbandoned"
  | "writingModel"
  | "rephraseBudget"
  | "actionRunner"
  | "history"
  | "retryPause"
  | "clock"
  | "ids"
  | "log"
  | "debug";

export interface OpenSoniOptions extends Pick<SoniOptions, GivenByCode> {
  /** Instead of `settings.persistence`: a store, or `memory`, a path, `sqlite:path`, `postgres://...`, `redis://...`. */
  readonly store?: Store | string;
  /**
   * Finish, before anything else, what an earlier process left in mid-turn. Default: true. A program that listens or observes does so
   * first: it opens with false, and calls `recover()` afterwards.
   */
  readonly recover?: boolean;
  /** Another edition imports the folder's code anew: it was edited since. */
  readonly edition?: string;
}

export interface OpenedSoni<Types extends AssistantTypes = AnyAssistant> {
  readonly soni: SoniOf<Types>;
  readonly assistant: Assistant;
  /** Warnings; errors are thrown. */
  readonly findings: readonly Finding[];
}

/**
 * An assistant's folder, put to work: YAML, its code and the store of its settings.
 * Throws an `AssistantError` with all findings if any is an error. With the type that `soni typegen` writes, names and values of
 * flows, slots and commands are checked by the compiler.
 */
export async function openSoni<Types extends AssistantTypes = AnyAssistant>(
  folder: string,
  options: OpenSoniOptions = {},
): Promise<OpenedSoni<Types>> {
  const { edition } = options;
  const project = await openProject(folder, {
    ...(options.log === undefined ? {} : { log: options.log }),
    // With an understander given, the keys of the one in the settings are not needed.
    ...(options.understander === undefined ? { env: process.env } : {}),
    ...(edition === undefined ? {} : { edition }),
    ...(options.stackLimits === undefined ? {} : { stackLimits: Object.keys(options.stackLimits) }),
  });
  try {
    return (await openWith(project, folder, options)) as unknown as OpenedSoni<Types>;
  } catch (error) {
    await project.close();
    throw error;
  }
}

async function openWith(project: OpenedProject, folder: string, options: OpenSoniOptions): Promise<OpenedSoni> {
  const { store: place, recover = true, edition: _, ...given } = options;
  const { assistant, findings, close: _close, commands, ...code } = project;
  if (assistant === null) throw new AssistantError(folder, findings);
  const { settings } = assistant;
  const { weights } = settings.models.nlu;
  // Now, and not at the first message: the understander is opened when it is first needed.
  if (weights !== undefined && options.understander === undefined) knownWeights(weights.weights);
  // Only now: loading LangGraph takes a second, and a mistake in the YAML should not wait for it.
  const { createSoni } = await import("./create-soni.ts");
  const store =
    typeof place === "object" ? place : await openStore(settings.persistence, place, { ...settings, folder });
  const models = createModelsInUse(options.clock === undefined ? {} : { time: timeOf(options.clock) });
  const documents =
    options.knowledgeBase !== undefined || assistant.knowledge.length === 0
      ? null
      : (await import("./default-knowledge-base.ts")).defaultKnowledgeBase({
          folder,
          assistant,
          environment: process.env,
          writingModel: options.writingModel,
          models,
          log: options.log ?? (() => undefined),
        });
  const soni = createSoni({
    ...code,
    models,
    ...given,
    commands: { ...commands, ...given.commands },
    ...(documents === null ? {} : { knowledgeBase: documents }),
    assistant,
    store,
  });
  if (recover) await soni.recover();
  const close = async (): Promise<void> => {
    await soni.close();
    await documents?.close();
    await project.close();
  };
  return { soni: { ...soni, close }, assistant, findings };
}
