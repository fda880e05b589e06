/** Rows of a saver that keeps every checkpoint: the second half of what a database must be able to do. */
export interface HistoryRows {
  /** Without a checkpoint id: the newest one. */
  find(key: HistoryKey): Promise<HistoryRow | null>;
  /** Newest first. */
  list(query: HistoryQuery): Promise<readonly HistoryRow[]>;
  writes(key: Required<HistoryKey>): Promise<readonly WriteRow[]>;
  /** An existing row stays, unless its index is negative: those are replaced. */
  insertWrites(key: Required<HistoryKey>, rows: readonly WriteRow[]): Promise<void>;
}

export interface HistoryKey {
  readonly conversationId: string;
  readonly namespace: string;
  readonly checkpointId?: string;
}

export interface HistoryQuery {
  readonly conversationId?: string;
  readonly namespace?: string;
  readonly checkpointId?: string;
  /** Only checkpoints with a smaller id. */
  readonly before?: string;
  readonly limit?: number;
}

export interface HistoryRow {
  readonly conversationId: string;
  readonly namespace: string;
  readonly checkpointId: string;
  readonly parentId: string | null;
  readonly checkpoint: string;
  readonly metadata: string;
}

export interface WriteRow {
  readonly taskId: string;
  readonly index: number;
  readonly channel: string;
  readonly value: string;
}
