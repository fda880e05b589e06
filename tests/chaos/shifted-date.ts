/** A date that can be set while the process runs, without touching the machine's. Imported before everything else. */
const RealDate = Date;
let shift = 0;

class ShiftedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + shift] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;

/** Milliseconds ahead of the real one, or behind it. */
export const shiftDate = (milliseconds: number): void => {
  shift = milliseconds;
};
