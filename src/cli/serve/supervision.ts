/** Messages between the parent and the child of `soni serve`. Loaded by both, so it imports nothing heavy. */

/** Hands a child what its parent knows; read once, and gone before any project code looks. */
const variable = "SONI_SUPERVISION";

export interface Inheritance {
  /** How often a child was started again. */
  readonly restarts: number;
  /** The port that an earlier child listened on: clients know it. */
  readonly port: number | null;
}

export type FromChild = { readonly type: "alive" } | { readonly type: "listening"; readonly port: number };

/** A process that can't say anything for this long is looked at. */
const beat = 1000;

export const inherit = (inheritance: Inheritance): Readonly<Record<string, string>> => ({
  [variable]: JSON.stringify(inheritance),
});

/** The child's side. */
export interface Supervision extends Inheritance {
  listening(port: number): void;
}

/** Null: this process has no parent that restarts it. From here on the parent hears that it is alive. */
export function joinSupervisor(): Supervision | null {
  const text = process.env[variable];
  delete process.env[variable];
  if (text === undefined || process.send === undefined) return null;
  const tell = (message: FromChild): void => {
    // The parent may be gone: then there is nobody to tell, and stopSignal() hears of it.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  tell({ type: "alive" });
  setInterval(() => tell({ type: "alive" }), beat).unref();
  return { ...(JSON.parse(text) as Inheritance), listening: (port) => tell({ type: "listening", port }) };
}
