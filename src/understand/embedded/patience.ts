import { VectorsMissing } from "./vectors/port-vectors.ts";

/** How long the reading of one message waits for vectors before it continues without them. */
export interface Patience {
  /** Rejects when it is over. */
  readonly over: Promise<never>;
  /** Resolves when a message would have been read by now, had there been nothing to prepare. */
  readonly slow: Promise<void>;
  throwIfOver(): void;
  /** Time for the model and for the assistant's own texts is counted apart: it is no fault of the message. */
  preparing<Value>(work: Promise<Value>): Promise<Value>;
  /** The same for work that may block this thread: it is told before, not when it turns out to be slow. */
  blocking<Value>(work: () => Promise<Value>): Promise<Value>;
  close(): void;
}

interface PatienceOptions {
  /** Milliseconds for the vectors of the message. */
  readonly patience: number;
  /** Milliseconds for everything, if something has to be prepared first. */
  readonly preparation: number;
  readonly onPreparing: () => void;
  readonly onPrepared: () => void;
}

/** Waits shorter than this are not reported. */
const unnoticed = 200;

export function openPatience(options: PatienceOptions): Patience {
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => undefined);
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  let preparations = 0;
  const end = (): void => {
    isOver = true;
    reject(new VectorsMissing("late"));
  };
  let timer = setTimeout(end, options.patience);
  const limit = setTimeout(end, options.preparation);
  const slowly = setTimeout(resolve, options.patience);
  const begin = (): void => {
    preparations += 1;
    if (preparations > 1) return;
    clearTimeout(timer);
    options.onPreparing();
  };
  const finish = (): void => {
    preparations -= 1;
    if (preparations > 0 || isOver) return;
    timer = setTimeout(end, options.patience);
    options.onPrepared();
  };
  return {
    over,
    slow,
    throwIfOver() {
      if (isOver) throw new VectorsMissing("late");
    },
    async preparing(work) {
      let isTold = false;
      const told = setTimeout(() => {
        isTold = true;
        begin();
      }, unnoticed);
      try {
        return await work;
      } finally {
        clearTimeout(told);
        if (isTold) finish();
      }
    },
    async blocking(work) {
      begin();
      try {
        return await work();
      } finally {
        finish();
      }
    },
    close() {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(limit);
      clearTimeout(slowly);
    },
  };
}
