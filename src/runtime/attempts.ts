import { SoniError } from "../engine/errors.ts";
import { attemptLimit } from "../engine/state/quarantine.ts";
import type { StoredState } from "../engine/state/store.ts";
import { sleep, type Time } from "../engine/time.ts";
import type { Store } from "../stores/store.ts";
import type { SetAside } from "../turn/set-aside.ts";
import { createSlots } from "./slots.ts";

export interface TriedMessage {
  readonly conversationId: string;
  readonly messageId: string;
  /** How often it was tried before, as far as is known: it decides only which others run beside it. */
  readonly before: number;
}

type Try = (setAside: SetAside | null) => Promise<StoredState>;

/** Counts each attempt at a message durably before it begins, and sets a message aside that had enough of them. */
export interface Attempts {
  /** The attempt that was counted when the message was accepted. */
  first(message: Omit<TriedMessage, "before">, run: Try): Promise<StoredState>;
  again(message: TriedMessage, run: Try): Promise<StoredState>;
  /** Takes back in the store what is forgiven: other processes may continue with these messages. */
  settle(): Promise<void>;
}

/** Suspects at a time that were in one attempt that ended with its process. */
const suspectsAtOnce = 4;
/** A suspect that takes longer no longer keeps the others waiting. */
const suspectMs = 30_000;
/**
 * Attempts at a message that a process forgives. A failure that looks like the store's may be caused by the message: a
 * result too large to be saved, or a loop so long that the lease is lost.
 */
const forgivenPerMessage = 5;
/** Messages whose forgiven attempts are remembered. */
const rememberedAtMost = 1_000;

type Message = Omit<TriedMessage, "before">;

interface Forgiven extends Message {
  readonly total: number;
  /** Of these, still counted in the store. */
  readonly owed: number;
}

/**
 * A process that dies takes all its turns with it, and each of their messages may be the one that killed it: a suspect.
 * Suspects of one death are tried a few at a time, those of two deaths alone. So a message that kills its process every
 * time is found without those that were merely beside it.
 */
export function createAttempts(
  store: Pick<Store, "beginAttempt" | "forgiveAttempts">,
  { time, retryPause }: { readonly time: Time; readonly retryPause: number },
): Attempts {
  const started = time.now();
  const suspects = createSlots({ count: suspectsAtOnce, holdMs: suspectMs });
  const forgiven = new Map<string, Forgiven>();

  const remember = (entry: Forgiven): void => {
    const [oldest] = forgiven.keys();
    if (oldest !== undefined && forgiven.size >= rememberedAtMost) forgiven.delete(oldest);
    forgiven.set(keyOf(entry), entry);
  };
  const forgive = ({ conversationId, messageId }: Message): void => {
    const { total = 0, owed = 0 } = forgiven.get(keyOf({ conversationId, messageId })) ?? {};
    if (total < forgivenPerMessage) remember({ conversationId, messageId, total: total + 1, owed: owed + 1 });
  };
  /** Lets the store take back what is owed with this piece of work. */
  const payingBack = async <Result>(message: Message, work: (owed: number) => Promise<Result>): Promise<Result> => {
    const known = forgiven.get(keyOf(message));
    if (known === undefined || known.owed === 0) return work(0);
    remember({ ...known, owed: 0 });
    try {
      return await work(known.owed);
    } catch (error) {
      remember({ ...known, owed: known.owed + (forgiven.get(keyOf(message))?.owed ?? 0) });
      throw error;
    }
  };
  const first: Attempts["first"] = async (message, run) => {
    try {
      const stored = await run(null);
      if (forgiven.size > 0) forgiven.delete(keyOf(message));
      return stored;
    } catch (error) {
      if (isOfStore(error)) forgive(message);
      throw error;
    }
  };

  return {
    first,
    again(message, run) {
      const { conversationId, messageId, before } = message;
      const attempt = async (): Promise<StoredState> => {
        const counted = await payingBack(message, (owed) => store.beginAttempt(conversationId, messageId, owed));
        const setAside = counted !== null && counted > attemptLimit ? { attempts: counted - 1 } : null;
        return first(message, () => run(setAside));
      };
      if (before === 0) return attempt();
      const later = async (): Promise<StoredState> => {
        const left = started + retryPause * before - time.now();
        if (left > 0) await sleep(time, left);
        return attempt();
      };
      return suspects.run(before === 1 ? 1 : suspectsAtOnce, later);
    },
    async settle() {
      for (const message of [...forgiven.values()].filter(({ owed }) => owed > 0)) {
        const { conversationId, messageId } = message;
        await payingBack(message, (owed) => store.forgiveAttempts(conversationId, messageId, owed));
      }
    },
  };
}

const isOfStore = (error: unknown): boolean => error instanceof SoniError && error.code.startsWith("store.");

/** Quoted, so that no conversation's id can run into a message's. */
const keyOf = ({ conversationId, messageId }: Message): string => JSON.stringify([conversationId, messageId]);
