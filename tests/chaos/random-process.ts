import { writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import {
  type ActionFunction,
  type Command,
  createMemoryStore,
  createSoni,
  loadAssistant,
  type Soni,
  type Store,
  type TurnResult,
} from "../../src/index.ts";
import type { Plan } from "../random/plan.ts";
import { quickYaml } from "../random/plan-yaml.ts";
import { type Call, type World, worldOf } from "../random/world.ts";
import { openPlace, type Place } from "../servers/place.ts";
import { type Host, onHost } from "../support/on-host.ts";
import { type Moment, mortalStore } from "./mortal-store.ts";
import { addToTrail, type TrailEntry } from "./trail.ts";

// A process that talks for random assistants, one conversation at a time, and ends itself with SIGKILL where it is told to.
// `start-random-process.ts` starts it.

export interface Opening {
  readonly plan: Plan;
  readonly host: Host;
  /** Null: in memory. */
  readonly place: Place | null;
  readonly conversationId: string;
  /** For its files. */
  readonly folder: string;
  /** The file that the world outside is in; null: nobody looks. */
  readonly trail: string | null;
  /** Actions of which the ledger says that they were begun, as if their process had died. */
  readonly unknown: readonly string[];
}

export interface Saying {
  readonly commands: readonly Command[];
  readonly messageId: string;
  /** The time on the process's clock. */
  readonly at: number;
  /** The moment to die at, counted from 0; null: lives on. */
  readonly dieAt: number | null;
  /** Whether it first looks for what was left unfinished, as a server does when it starts. */
  readonly recover: boolean;
}

export interface Said {
  readonly reply: Omit<TurnResult, "conversationId" | "duplicate" | "timing">;
  readonly calls: readonly Call[];
  readonly moments: readonly Moment[];
}

/** All that is stored of the conversation. */
export interface Stored {
  readonly transcript: Awaited<ReturnType<Soni["transcript"]>>;
  readonly audit: readonly object[];
  /** Of all conversations of the store. */
  readonly quarantined: number;
  readonly open: number;
}

export type Question =
  | { readonly ask: "open"; readonly opening: Opening }
  | { readonly ask: "say"; readonly saying: Saying }
  | { readonly ask: "look" };

export type Answer =
  /** What the loader found wrong: then nothing is open. */
  | { readonly kind: "opened"; readonly findings: readonly string[] }
  | { readonly kind: "said"; readonly said: Said }
  | { readonly kind: "looked"; readonly stored: Stored }
  | { readonly kind: "failed"; readonly message: string };

/** The store keeps secrets of assistants that ask for them. */
const keys = [Buffer.alloc(32, 7).toString("base64")];

interface Opened {
  readonly opening: Opening;
  readonly soni: Soni;
  readonly store: Store;
  readonly world: World;
}

let opened: Opened | null = null;
let saying: Saying = { commands: [], messageId: "", at: 0, dieAt: null, recover: false };
let moments: Moment[] = [];
let calls: Call[] = [];

const note = ({ trail }: Opening, entry: TrailEntry): void => {
  if (trail !== null) addToTrail(trail, entry);
};

/** Dies here, if this is the moment. */
function momentOf(opening: Opening, moment: Moment): void {
  if (saying.dieAt === moments.length) {
    note(opening, { kind: "death", ...moment, messageId: saying.messageId, host: opening.host });
    process.kill(process.pid, "SIGKILL");
  }
  moments.push(moment);
}

/** Tells the world outside which actions were wanted and finished. */
function watchedStore(inner: Store, opening: Opening): Store {
  return {
    ...inner,
    async begin(conversationId, key) {
      note(opening, { kind: "wanted", key });
      const before = await inner.begin(conversationId, key);
      return before === null && opening.unknown.includes(key) ? { status: "begun" } : before;
    },
    async finish(conversationId, key, result) {
      await inner.finish(conversationId, key, result);
      note(opening, { kind: "finished", key });
    },
  };
}

const mortalAction =
  (opening: Opening, world: World, run: ActionFunction): ActionFunction =>
  async (input, context) => {
    const key = context.idempotencyKey;
    momentOf(opening, { when: "before", what: "effect", key });
    try {
      return await run(input, context);
    } finally {
      for (const call of world.takeCalls()) {
        note(opening, { kind: "call", ...call });
        calls.push(call);
      }
      momentOf(opening, { when: "after", what: "effect", key });
    }
  };

async function open(opening: Opening): Promise<Answer> {
  await opened?.soni.close();
  opened = null;
  const { plan, host, place, folder } = opening;
  const file = join(folder, "soni.yaml");
  writeFileSync(file, quickYaml(plan));
  const { assistant, findings } = await loadAssistant(file);
  if (assistant === null)
    return { kind: "opened", findings: findings.map(({ code, message }) => `${code}: ${message}`) };
  // A process that died keeps nobody waiting: SQLite sees that it is gone, the others get leases that end at once.
  const lease = place?.kind === "sqlite" ? {} : { leaseMs: 0 };
  const inner = place === null ? createMemoryStore({ keys }) : await openPlace(place, { keys, ...lease });
  const world = worldOf(plan);
  const store = mortalStore(watchedStore(inner, opening), (moment) => momentOf(opening, moment));
  const soni = createSoni({
    // Not in the YAML: another text is another version of the assistant, with rules of its own.
    assistant: onHost(assistant, host),
    store,
    actions: world.actions as never,
    actionRunner: (_, run) => mortalAction(opening, world, run),
    validators: world.validators,
    clock: { now: () => saying.at },
    understander: { understand: async () => ({ commands: [], confidence: 0 }) },
  });
  opened = { opening, soni, store, world };
  return { kind: "opened", findings: [] };
}

async function say({ soni, opening }: Opened, given: Saying): Promise<Answer> {
  saying = given;
  moments = [];
  calls = [];
  const { messageId, commands: command } = given;
  if (given.recover) await soni.recover();
  const result = await soni.processMessage({ conversationId: opening.conversationId, text: "", messageId, command });
  // It is only the message that it dies of.
  saying = { ...given, dieAt: null };
  const { conversationId: _, duplicate: __, timing: ___, ...reply } = { ...result, state: result.state };
  return { kind: "said", said: { reply, calls, moments } };
}

async function look({ soni, store, opening }: Opened): Promise<Answer> {
  const { conversationId } = opening;
  const audit = await soni.audit(conversationId);
  const quarantined = await soni.quarantine.list();
  const stored: Stored = {
    transcript: await soni.transcript(conversationId),
    audit: audit.map(({ timing: _, ...entry }) => entry),
    quarantined: quarantined.length,
    open: (await store.openMessages(conversationId)).length,
  };
  return { kind: "looked", stored };
}

async function answer(question: Question): Promise<Answer> {
  if (question.ask === "open") return open(question.opening);
  if (opened === null) throw new Error("Nothing is open.");
  return question.ask === "say" ? say(opened, question.saying) : look(opened);
}

process.on("message", async (question: Question) => {
  const failed = (error: unknown): Answer => ({ kind: "failed", message: String((error as Error).stack ?? error) });
  process.send?.(await answer(question).catch(failed));
});
// A test that was interrupted leaves no process behind.
process.on("disconnect", () => process.exit(0));
// A process that is killed would never write it.
flushCompileCache();
