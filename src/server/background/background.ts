import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../../engine/json.ts";
import type { TurnResult } from "../../engine/state/public-state.ts";
import { createEncryption } from "../../runtime/encryption.ts";
import { internalId } from "../access/principal.ts";
import type { MessageRequest } from "../message-request.ts";
import type { Problem } from "../problem.ts";
import { ProblemError } from "../problems.ts";
import { deliverAnswer } from "./deliver-answer.ts";
import { forget } from "./forget.ts";
import type { QueuePlace } from "./queue-place.ts";
import {
  type Delivery,
  jobIdOf,
  pack,
  type QueuedMessage,
  type Refusal,
  type StoredMessage,
  toQueued,
  unpack,
} from "./queued-message.ts";
import { guarded, openQueues, queueNames } from "./queues.ts";
import { type RunServices, runMessage } from "./run-message.ts";
import { outcomeOf, settle } from "./settle.ts";
import { startWorkers, type Workers } from "./start-workers.ts";
import { createWebhook, type WebhookOptions } from "./webhook.ts";

export interface BackgroundOptions extends QueuePlace {
  /** Turns of background messages at a time in this process. Default: 8. */
  readonly concurrency?: number;
  /** To encrypt what waits, as the store does with what it keeps: the first of them encrypts. */
  readonly keys?: readonly string[];
  /** Answers are sent there as well. Default: they are only kept, to be asked for. */
  readonly webhook?: WebhookOptions;
}

/** Messages that are accepted now and answered later, by any process, in the order of each conversation. */
export interface Background {
  /** Durable once it resolves. */
  accept(request: MessageRequest): Promise<void>;
  /** Its messages have to come first: whoever answers at once would overtake them. */
  isBusy(internalId: string): Promise<boolean>;
  isWaiting(internalId: string, messageId: string): Promise<boolean>;
  /** Why a message was not answered; null if it was, or is not known. */
  refusal(internalId: string, messageId: string): Promise<Problem | null>;
  /** Behind those that wait in its conversation, for a client that waits for the reply. */
  inTurn(request: MessageRequest): Promise<TurnResult>;
  /** Nothing of a conversation is kept. */
  forget(internalId: string): Promise<void>;
  /** Takes up nothing new; what it has begun goes on. */
  pause(): Promise<void>;
  close(): Promise<void>;
}

interface Services extends RunServices {
  readonly perConversation: number;
  readonly onDelivery: (result: "delivered" | "failed" | "given_up") => void;
  readonly note: (message: string, data?: JsonObject) => void;
}

const unfinished: ReadonlySet<string> = new Set(["created", "retry", "active"]);
const stopMilliseconds = 20_000;
/** As long as a message waits for another process that has its conversation. */
const patienceMilliseconds = 60_000;
const askAgainMilliseconds = 100;

export async function openBackground(options: BackgroundOptions, services: Services): Promise<Background> {
  const { concurrency = 8, keys = [] } = options;
  const encryption = keys.length === 0 ? null : createEncryption(keys);
  const webhook = options.webhook === undefined ? null : createWebhook(options.webhook);
  const boss = await openQueues(options, services.note);

  const deliverers: Workers | null =
    webhook === null
      ? null
      : await startWorkers<Delivery>(boss, queueNames.deliveries, {
          count: Math.ceil(concurrency / 2),
          async run(job) {
            await deliverAnswer(job, { ...services, webhook });
            await boss.deleteJob(queueNames.deliveries, job);
          },
        });
  const workers = await startWorkers<StoredMessage>(boss, queueNames.messages, {
    count: concurrency,
    async run(job) {
      const message = unpack(job.data, encryption);
      const problem = await runMessage(message, job.retryCount, services);
      const outcome = outcomeOf(message, problem);
      await settle(boss, job, { ...outcome, delivery: deliverers === null ? null : outcome.delivery });
      if (outcome.delivery !== null) deliverers?.wake();
    },
  });

  const waiting = async (id: string) =>
    (await guarded(() => boss.findJobs<StoredMessage>(queueNames.messages, { key: id }))).filter(({ state }) =>
      unfinished.has(state),
    );
  const isWaiting = async (conversationId: string, messageId: string): Promise<boolean> => {
    const id = jobIdOf({ conversationId, messageId });
    const jobs = await guarded(() => boss.findJobs(queueNames.messages, { id }));
    return jobs.some(({ state }) => unfinished.has(state));
  };
  const refusal = async (conversationId: string, messageId: string): Promise<Problem | null> => {
    const id = jobIdOf({ conversationId, messageId });
    const [found] = await guarded(() => boss.findJobs<Refusal>(queueNames.refusals, { id }));
    return found?.data.problem ?? null;
  };
  const add = async (message: QueuedMessage): Promise<void> => {
    const ahead = await waiting(message.conversationId);
    const id = jobIdOf(message);
    const known = ahead.find((job) => job.id === id);
    if (known !== undefined) return checkSame(unpack(known.data, encryption), message);
    if (ahead.length >= services.perConversation) {
      throw new ProblemError(
        "request.too_many",
        "Too many messages of this conversation wait. Wait for their replies.",
      );
    }
    await guarded(() =>
      boss.send(queueNames.messages, pack(message, encryption), { id, singletonKey: message.conversationId }),
    );
    workers.wake();
  };

  return {
    accept: (request) => add(toQueued(request, true)),
    isBusy: async (id) => (await waiting(id)).length > 0,
    isWaiting,
    refusal,
    async inTurn(request) {
      const { messageId } = request;
      const id = internalId(request.principal, request.conversationId);
      await add(toQueued(request, false));
      for (const until = performance.now() + patienceMilliseconds; await isWaiting(id, messageId); ) {
        if (performance.now() > until) {
          throw new ProblemError("server.overloaded", "It is accepted and waits. Send it again under the same id.");
        }
        await sleep(askAgainMilliseconds);
      }
      const problem = await refusal(id, messageId);
      if (problem !== null) throw new ProblemError(problem.code, problem.detail, problem.errors);
      return { ...(await services.take(request)), duplicate: false };
    },
    forget: (id) => forget(boss, id),
    pause: async () => {
      await Promise.all(
        [queueNames.messages, queueNames.deliveries].map((name) => boss.offWork(name, { wait: false })),
      );
    },
    close: () => boss.stop({ graceful: true, timeout: stopMilliseconds }),
  };
}

/** The same id is the same message, or a mistake. */
function checkSame(known: QueuedMessage, message: QueuedMessage): void {
  if (JSON.stringify(known.message) === JSON.stringify(message.message)) return;
  throw new ProblemError(
    "message.id_reused",
    `Message id '${message.messageId}' was used for another message. Send a new id with a new message.`,
  );
}
