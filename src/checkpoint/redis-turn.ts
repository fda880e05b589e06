import { corrupt, readRow } from "./read-row.ts";
import type { TurnRow } from "./stored-turn.ts";

type Columns = readonly [turn: number, at: number, bodyHash: string, transcript: string, audit: string];

interface TurnKey {
  readonly conversationId: string;
  readonly messageId: string;
}

/** A turn as it lies under its message's id. */
export const toTurnText = ({ turn, at, bodyHash, transcript, audit }: TurnRow): string =>
  JSON.stringify([turn, at, bodyHash, transcript, audit] satisfies Columns);

export const toTurnRow = (text: string, { conversationId, messageId }: TurnKey): TurnRow => {
  const columns = readRow(text, conversationId);
  if (!Array.isArray(columns) || columns.length !== 5) throw corrupt(conversationId);
  const [turn, at, bodyHash, transcript, audit] = columns as unknown as Columns;
  return { turn, messageId, at, bodyHash, transcript, audit };
};
