import { SoniError } from "../engine/errors.ts";
import { readOnlyView } from "../engine/json.ts";
import type { DialogueState } from "../engine/state/state.ts";
import type { Time } from "../engine/time.ts";
import { type Caller, callProjectCode, currentProjectCall } from "../project-code/call-project-code.ts";
import type { Reading } from "../project-code/plain-copy.ts";
import type { Stages } from "../turn/stages.ts";
import type { MessageInput } from "./soni.ts";

type Log = Stages["log"];

/** Its result is ignored. */
const nothing = (): Reading<null> => ({ ok: true, value: null });

/**
 * The program's log: one that fails has nobody to tell, and harms nothing. What is logged in the course of a call of project code,
 * or of a model, is masked as the turn is that made the call.
 */
export const guardedLog =
  (own: Log, time: Time): Log =>
  (message, given, level) => {
    const mask = currentProjectCall()?.mask;
    const data = given === undefined || mask === undefined ? given : mask.data(given);
    const about = data?.["conversationId"];
    void callProjectCode(
      { port: "log", name: "log", run: () => own(mask?.text(message) ?? message, data, level), read: nothing },
      {
        conversationId: typeof about === "string" ? about : null,
        messageId: null,
        time,
        deadline: Number.POSITIVE_INFINITY,
        log: () => undefined,
      },
    );
  };

/** A check that throws refuses the message; one that does not answer refuses it too. */
export const guardedCheck =
  (check: NonNullable<MessageInput["check"]>, caller: () => Caller) =>
  async (before: DialogueState | null): Promise<void> => {
    const called = await callProjectCode(
      { port: "check", name: "check", run: () => check(before === null ? null : readOnlyView(before)), read: nothing },
      caller(),
    );
    if (called.ok) return;
    if (called.code === "threw") throw called.error;
    throw new SoniError("message.check_failed", "The check of the message did not answer in time. Send it again.");
  };

/** True if it is done in time. */
export const waitAtMost = (work: Promise<void>, milliseconds: number, time: Time): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const stop = time.after(milliseconds, () => resolve(false));
    work.then(() => resolve(true), reject).finally(stop);
  });
