import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Index from "../../src/index.ts";
import type { Assistant, Soni, Store } from "../../src/index.ts";
import type { Plan } from "./plan.ts";
import { quickYaml } from "./plan-yaml.ts";
import type { Conversation, Message, Turn } from "./record.ts";
import { worldOf } from "./world.ts";

export type Host = "direct" | "langgraph";
/** `reload`: each message meets a runtime that has never seen the conversation. */
export type Way = Host | "reload";

/** Milliseconds; sessions expire after half an hour. */
const longSilence = 3_600_000;

/** The public API of a checkout, and nothing else of it. */
export interface Engine {
  /** The assistant, or the codes of what is wrong with it. */
  load(plan: Plan, host?: Host): Promise<Assistant | readonly string[]>;
  begin(plan: Plan, assistant: Assistant, way?: Way): Talk;
  close(): void;
}

/** A conversation under way. */
export interface Talk {
  readonly turns: readonly Turn[];
  /** False if the message threw: there is no next one. */
  say(message: Message): Promise<boolean>;
  conversation(): Conversation;
}

/** The engine of this checkout, or of the one whose `src/index.ts` is named. */
export async function openEngine(index = new URL("../../src/index.ts", import.meta.url).href): Promise<Engine> {
  const { createMemoryStore, createSoni, loadAssistant } = (await import(index)) as typeof Index;
  const folder = mkdtempSync(join(tmpdir(), "soni-random-"));
  const file = join(folder, "soni.yaml");
  return {
    async load(plan, host = "direct") {
      writeFileSync(file, quickYaml({ ...plan, settings: { ...plan.settings, runtime: { host } } }));
      const { assistant, findings } = await loadAssistant(file);
      return assistant ?? findings.map(({ code, message }) => `${code}: ${message}`);
    },
    begin(plan, assistant, way = "direct") {
      const world = worldOf(plan);
      let now = Date.UTC(2026, 10, 15, 12);
      const open = (store: Store): Soni =>
        createSoni({
          assistant,
          store,
          actions: world.actions as never,
          validators: world.validators,
          clock: { now: () => now },
          understander: { understand: async () => ({ commands: [], confidence: 0 }) },
        });
      const store = createMemoryStore();
      let soni = open(store);
      const turns: Turn[] = [];
      let thrown: string | undefined;
      return {
        turns,
        async say({ commands, silence = false }) {
          now += silence ? longSilence : 0;
          if (way === "reload") soni = open(store);
          try {
            const message = { conversationId: "c", text: "", messageId: `m${turns.length + 1}`, command: commands };
            const { messages, commands: results, events, state } = await soni.processMessage(message);
            const texts = messages.map(({ text }) => text);
            const before = turns.at(-1)?.after ?? null;
            const calls = world.takeCalls();
            turns.push({ sent: commands, silence, results, texts, events, calls, before, after: state });
            return true;
          } catch (error) {
            thrown = error instanceof Error ? error.message : String(error);
            return false;
          }
        },
        conversation: () => ({ plan, turns, ...(thrown === undefined ? {} : { thrown }) }),
      };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
