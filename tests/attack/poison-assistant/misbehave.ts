import { existsSync } from "node:fs";

/** Ways in which code of a project goes wrong. */
export const faults = [
  "exit",
  "out_of_memory",
  "endless_loop",
  "never_settles",
  "late_rejection",
  "late_throw",
  "throwing_getters",
  "huge_result",
] as const;
export type Fault = (typeof faults)[number];

/** The word in a value that lets the code behind a port misbehave. */
export const poisonWord = (port: string, fault: Fault): string => `poison:${port}:${fault}`;

/** The repair that an operator makes before a message is tried again: a file that exists from then on. */
const isRepaired = (): boolean => existsSync(process.env["ATTACK_REPAIRED"] ?? "/nowhere");

/**
 * What a port returns: `sound`, unless what it was given names this port and a fault. A late fault returns `sound` too, and
 * happens afterwards.
 */
export function misbehaveIf<Sound>(port: string, given: unknown, sound: Sound): Sound | Promise<Sound> {
  const known = faults.join("|");
  const named = new RegExp(`poison[:_]${port}[:_](${known})`).exec(JSON.stringify(given) ?? "");
  const fault = named?.[1] as Fault | undefined;
  if (fault === undefined || isRepaired()) return sound;
  return misbehave(fault, sound) as Sound;
}

function misbehave(fault: Fault, sound: unknown): unknown {
  switch (fault) {
    case "exit":
      return process.exit(3);
    case "out_of_memory":
      for (const kept: number[][] = []; ; ) kept.push(new Array(100_000).fill(kept.length));
    case "endless_loop":
      for (;;);
    case "never_settles":
      return new Promise(() => undefined);
    case "late_rejection":
      setTimeout(() => void Promise.reject(new Error("rejected late")), 5);
      return sound;
    case "late_throw":
      setTimeout(() => {
        throw new Error("thrown late");
      }, 5);
      return sound;
    case "throwing_getters":
      return throwing;
    case "huge_result":
      return hugeLike(sound);
    default:
      return fault satisfies never;
  }
}

/** Everything that is asked of it throws. */
const throwing = new Proxy(
  {},
  new Proxy(
    {},
    {
      get: () => () => {
        throw new Error("a getter threw");
      },
    },
  ),
);

/** A hundred megabytes where a text was. */
function hugeLike(sound: unknown): unknown {
  const huge = "x".repeat(100 * 1024 * 1024);
  if (typeof sound !== "object" || sound === null) return huge;
  return Object.fromEntries(Object.keys({ receipt: "", ...sound }).map((key) => [key, huge]));
}
