import { SoniError } from "../engine/errors.ts";
import type { QuarantineEntry, QuarantineStore } from "../engine/state/quarantine.ts";
import type { IncomingMessage } from "../engine/state/state.ts";
import { readRow } from "./json-text.ts";
import { type QuarantineBody, toMessageRow } from "./row-contents.ts";
import type { QuarantineRow, QuarantineRows } from "./rows.ts";

/** Characters that the id of a message has at most. */
const longestId = 200;
/** How many ids are tried: clients may use ids that look like ours. */
const idsToTry = 100;

/** With how long the ledger remembers actions: at least this long. */
export const createQuarantineStore = (rows: QuarantineRows, ledgerRetentionMs: number): QuarantineStore => ({
  async list(query = {}) {
    return (await rows.list(query)).map(toEntry);
  },
  async find(conversationId, messageId) {
    const row = await rows.find(conversationId, messageId);
    return row === null ? null : { ...entryOf(row), ...bodyOf(row) };
  },
  async reopen(conversationId, messageId, now) {
    const row = await rows.find(conversationId, messageId);
    if (row === null) return null;
    const { message } = bodyOf(row);
    if (message.requested?.some(({ at, idempotent }) => !idempotent && now - at > ledgerRetentionMs) === true)
      throw forgotten(messageId);
    for (let number = 1; number <= idsToTry; number += 1) {
      const anew: IncomingMessage = { ...message, messageId: retryId(messageId, number), at: now };
      const result = await rows.reopen({ conversationId, messageId }, toMessageRow(conversationId, anew));
      if (result !== "taken") return result === "reopened" ? anew : null;
    }
    throw new SoniError(
      "quarantine.no_id",
      `Every id that message '${messageId}' could be retried under is in use. Send its text as a new message, and drop it.`,
    );
  },
  drop: (conversationId, messageId) => rows.drop(conversationId, messageId),
  dropBefore: (conversationId, before) => rows.dropBefore(conversationId, before),
});

/** Whether they were done is no longer known, and a second time might be one too many. */
const forgotten = (messageId: string): SoniError =>
  new SoniError(
    "quarantine.too_old",
    `Message '${messageId}' had begun actions, too long ago for their outcome to be remembered: trying it again might do them twice. Find out what was done, and drop it.`,
  );

/** `m1` is retried as `m1:retry-1`, and that as `m1:retry-2`. */
const retryId = (messageId: string, number: number): string => {
  const [, base = messageId, before = "0"] = /^(.*):retry-(\d{1,6})$/s.exec(messageId) ?? [];
  const suffix = `:retry-${Number(before) + number}`;
  return `${base.slice(0, longestId - suffix.length)}${suffix}`;
};

const entryOf = ({ conversationId, messageId, at, attempts }: QuarantineRow): Omit<QuarantineEntry, "during"> => ({
  conversationId,
  messageId,
  at,
  attempts,
});

const bodyOf = ({ body, conversationId }: QuarantineRow): QuarantineBody =>
  readRow(body, conversationId) as QuarantineBody;

/** A row that cannot be read is listed all the same: it can still be dropped. */
const toEntry = (row: QuarantineRow): QuarantineEntry => {
  try {
    return { ...entryOf(row), during: bodyOf(row).during };
  } catch (error) {
    if (!(error instanceof SoniError)) throw error;
    return { ...entryOf(row), during: null };
  }
};
