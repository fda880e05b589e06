/**
 * Transcript and audit log of one turn. It is also what a repeated message is answered from, so that a message
 * is known for as long as its turn.
 */
export interface TurnRow {
  readonly turn: number;
  readonly messageId: string;
  readonly at: number;
  readonly bodyHash: string;
  readonly transcript: string;
  readonly audit: string;
}
