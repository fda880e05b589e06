import type { FlowId } from "../../ids.ts";
import { type Json, withEntry } from "../../json.ts";
import type { Frame, FrameFailure, LateChange } from "../frame.ts";
import type { Frame1 } from "./version-1.ts";

/** What the rest of its task says about a frame. */
interface Known extends Pick<Frame, "caller" | "bindings"> {
  readonly flowId: FlowId;
}

export const upgradeFrame = (frame: Frame1, { flowId, caller, bindings }: Known): Frame => ({
  flowId,
  flow: frame.flow,
  flowState: frame.flowState,
  step: frame.step,
  exit: frame.exit,
  caller,
  ...(frame.system === true ? { system: true } : {}),
  visits: frame.step === null ? frame.visits : withEntry(frame.visits, frame.step, visitOf(frame)),
  executed: frame.executed,
  bindings,
  copies: {},
  defaults: {},
  loops: {},
  question: {
    asking: frame.asking,
    reask: frame.reask,
    attempts: frame.attempts,
    retries: frame.retries,
    page: frame.page,
  },
  failure: failureOf(frame.locals),
  change: (frame.locals["_change"] as LateChange | undefined) ?? null,
  startedAt: frame.startedAt,
  pausedAt: frame.pausedAt,
  context: frame.context,
});

const visitOf = ({ step, visits }: Frame1): number => Math.max(1, visits[step ?? ""] ?? 0);

/** Where the frame stands, under the id that it has from now on. */
export const placeIn = (id: FlowId, frame: Frame1): string => `${id}/${frame.step}#${visitOf(frame)}`;

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

function failureOf(locals: Frame1["locals"]): FrameFailure | null {
  if (locals["_error_code"] === undefined) return null;
  return {
    code: textOf(locals["_error_code"]),
    message: textOf(locals["_error_message"]),
    step: textOf(locals["_error_step"]),
    handled: locals["_error_handled"] === true,
  };
}
