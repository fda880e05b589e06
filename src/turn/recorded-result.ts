import type { ActionResult } from "../engine/assistant/action.ts";
import type { RecordedResult } from "../engine/state/task.ts";

/** What the journal keeps of a result: not how long it took. */
export const recordedResult = (result: ActionResult): RecordedResult =>
  result.ok ? { ok: true, output: result.output } : { ok: false, code: result.code, message: result.message };
