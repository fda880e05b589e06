import type { TurnResult } from "../engine/state/public-state.ts";
import type { ServerContext } from "./server-context.ts";
import { inTurnSpan } from "./tracing.ts";

/** A turn within the server's bounds, as one span with its stages below it. */
export const runTurn = (
  { gate, name }: Pick<ServerContext, "gate" | "name">,
  internalId: string,
  work: () => Promise<TurnResult>,
): Promise<TurnResult> => gate.run(internalId, () => inTurnSpan({ internalId, name }, work));
