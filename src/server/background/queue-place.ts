/** Apart from the queues, whose types are those of `pg-boss`: who has not installed it can still compile. */
export interface QueuePlace {
  /** `postgres://...`: the database of the store. */
  readonly url: string;
  /** Its tables live in a schema of this name; made if it is missing. */
  readonly schema: string;
}

/** Beside the store's own tables: a queue that is emptied or removed takes none of them along. */
export const queuePlaceOf = (store: QueuePlace): QueuePlace => ({ url: store.url, schema: `${store.schema}_queue` });
