/** Room for a few pieces of work at a time; the others wait in the order they came. */
export interface Slots {
  /** Work that takes several slots waits until that many are free, and those behind it wait too. */
  run<Result>(slots: number, work: () => Promise<Result>): Promise<Result>;
}

interface SlotLimits {
  readonly count: number;
  /** Work that takes longer continues, but no longer keeps others out. */
  readonly holdMs: number;
}

export function createSlots({ count, holdMs }: SlotLimits): Slots {
  const waiting: { readonly slots: number; readonly start: () => void }[] = [];
  let free = count;

  const startNext = (): void => {
    for (let next = waiting[0]; next !== undefined && next.slots <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.slots;
      next.start();
    }
  };

  return {
    async run(slots, work) {
      await new Promise<void>((start) => {
        waiting.push({ slots: Math.min(slots, count), start });
        startNext();
      });
      let isHeld = true;
      const giveBack = (): void => {
        if (!isHeld) return;
        isHeld = false;
        free += Math.min(slots, count);
        startNext();
      };
      const timer = setTimeout(giveBack, holdMs);
      timer.unref();
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        giveBack();
      }
    },
  };
}
