import type { Json } from "../json.ts";
import type { Resolve } from "./references.ts";

/** One secret of a conversation. */
export interface Secret {
  /** What a slot held, or was to hold; or a text that gave it away, as it was said. */
  readonly value: Json;
  readonly kind: "value" | "text";
  /** When it was last said, held or given. */
  readonly at: number;
  /** The last turn in which the user gave it. */
  readonly given?: number;
}

/** The secrets of a conversation, by the ids that texts refer to. Encrypted wherever it is stored, as all of the state is. */
export interface Vault {
  readonly next: number;
  readonly secrets: Readonly<Record<string, Secret>>;
}

const empty: Vault = { next: 1, secrets: {} };

/** How long a repeated message gets its reply as it was said. A value that a slot still holds is kept as long as that. */
const keptMs = 24 * 60 * 60 * 1000;
/** A bound for conversations in which nothing but secrets are said. */
const keptAtMost = 200;

export interface Remembered {
  readonly vault: Vault;
  readonly id: string;
}

/** The same secret is kept once. */
export function remember(before: Vault | undefined, secret: Secret): Remembered {
  const vault = before ?? empty;
  const known = Object.entries(vault.secrets).find(
    ([, { value, kind }]) => kind === secret.kind && value === secret.value,
  );
  const id = known?.[0] ?? String(vault.next);
  const next = known === undefined ? vault.next + 1 : vault.next;
  return { vault: { next, secrets: { ...vault.secrets, [id]: { ...known?.[1], ...secret } } }, id };
}

/** Every text and number in a value: a list of account numbers is a list of secrets. */
export function secretsIn(value: Json | undefined): readonly (string | number)[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number") return [value];
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsIn) : [];
}

export const rememberValue = (
  vault: Vault | undefined,
  value: Json | undefined,
  when: { readonly at: number; readonly given?: number },
): Vault | undefined =>
  secretsIn(value).reduce<Vault | undefined>(
    (now, each) => remember(now, { value: each, kind: "value", ...when }).vault,
    vault,
  );

export const resolveIn =
  (vault: Vault | undefined): Resolve =>
  (id) =>
    vault !== undefined && Object.hasOwn(vault.secrets, id) ? vault.secrets[id]?.value : undefined;

/** Lets go of what is a day old; `used` are the ids that the state itself still refers to. */
export function pruneVault(vault: Vault, now: number, used: ReadonlySet<string>): Vault {
  const entries = Object.entries(vault.secrets);
  const kept = entries
    .filter(([id, { at }]) => at > now - keptMs || used.has(id))
    .toSorted(([, one], [, other]) => one.at - other.at)
    .slice(-keptAtMost);
  return kept.length === entries.length ? vault : { ...vault, secrets: Object.fromEntries(kept) };
}
