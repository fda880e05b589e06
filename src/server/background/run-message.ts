import type { FastifyBaseLogger } from "fastify";
import type { TurnResult } from "../../engine/state/public-state.ts";
import type { Soni } from "../../runtime/soni.ts";
import { toProblem } from "../error-handler.ts";
import type { MessageRequest } from "../message-request.ts";
import type { Problem } from "../problem.ts";
import { problemOf, retryAfterOf } from "../problems.ts";
import { type QueuedMessage, toRequest } from "./queued-message.ts";
import { messageRetries } from "./queues.ts";

export interface RunServices {
  readonly soni: Pick<Soni, "transcript">;
  /** One turn, now. */
  readonly take: (request: MessageRequest) => Promise<TurnResult>;
  readonly log: FastifyBaseLogger;
}

/**
 * The turn of a queued message: null once it is durable, or why there will be none. Throws what passes: the queue tries
 * again, and a turn that was taken in the meantime, by whomever, is not taken twice.
 */
export async function runMessage(
  message: QueuedMessage,
  retryCount: number,
  { take, log }: RunServices,
): Promise<Problem | null> {
  // Behind one that has failed for good, its conversation would wait for ever.
  if (retryCount >= messageRetries) {
    return problemOf("internal", "It could not be answered in all that time. Ask the operator.");
  }
  try {
    await take(toRequest(message));
    return null;
  } catch (error) {
    const problem = toProblem(error, { log });
    if (passes(problem)) throw error;
    return problem;
  }
}

const passes = (problem: Problem): boolean =>
  problem.code === "request.too_many" || retryAfterOf(problem) !== undefined;
