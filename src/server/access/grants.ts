import { SoniError } from "../../engine/errors.ts";

/**
 * `developer`: inspector and typed commands. `metrics`: reads the metrics. `erasure`: forgets users. `operator`: decides
 * about messages that were set aside, of all users. `agent`: reads and releases conversations that were handed off to
 * its queues. `service`: speaks for users that it names itself. All but `service` also talk in their own name.
 */
export const roles = ["developer", "metrics", "erasure", "operator", "agent", "service"] as const;
export type Role = (typeof roles)[number];

/** Null: handoffs that name no queue. */
export type Queues = "all" | ReadonlySet<string | null>;

/** The rights that a token, or a claim of a JSON web token, gives. */
export interface Grants {
  readonly roles?: readonly Role[];
  /** With the role `agent`: queues by name, `*` for all, null for handoffs that name no queue. Default: those. */
  readonly queues?: readonly (string | null)[];
  /** With the role `service`: messages a minute of all its users together. */
  readonly messagesPerMinute?: number;
}

export const usualServiceMessages = 6000;

/** `role+role`; `agent=QUEUE` names a queue and may be given again, `service=NUMBER` a limit. `whose` is for the error. */
export function parseGrants(text: string, whose: string): Grants {
  const parts = text === "" ? [] : text.split("+").map((part) => parseGrant(part, whose));
  const queues = parts.flatMap(({ queue }) => (queue === undefined ? [] : [queue]));
  const limit = parts.findLast(({ messagesPerMinute }) => messagesPerMinute !== undefined)?.messagesPerMinute;
  return {
    roles: [...new Set(parts.map(({ role }) => role))],
    ...(queues.length === 0 ? {} : { queues }),
    ...(limit === undefined ? {} : { messagesPerMinute: limit }),
  };
}

interface Grant {
  readonly role: Role;
  readonly queue?: string | null;
  readonly messagesPerMinute?: number;
}

function parseGrant(text: string, whose: string): Grant {
  const [name = "", argument, ...rest] = text.split("=");
  const role = roles.find((each) => each === name);
  if (role === undefined) {
    throw new SoniError("access.bad_tokens", `'${name}' of ${whose} is no role. Roles are ${roles.join(", ")}.`);
  }
  if (argument === undefined) return role === "agent" ? { role, queue: null } : { role };
  if (role === "agent" && argument !== "" && rest.length === 0) return { role, queue: argument };
  if (role === "service" && /^[1-9]\d{0,8}$/.test(argument) && rest.length === 0) {
    return { role, messagesPerMinute: Number(argument) };
  }
  throw new SoniError(
    "access.bad_tokens",
    `'${text}' of ${whose} is not understood. Write agent=QUEUE or service=MESSAGES_A_MINUTE.`,
  );
}

const listedQueues = ({ roles: held = [], queues = [null] }: Grants): readonly (string | null)[] =>
  held.includes("agent") ? queues : [];

export function queuesOf(grants: Grants): Queues {
  const listed = listedQueues(grants);
  return listed.includes("*") ? "all" : new Set(listed);
}

/** All of them together. */
export const mergeGrants = (all: readonly Grants[]): Grants => ({
  roles: [...new Set(all.flatMap(({ roles: held = [] }) => held))],
  queues: all.flatMap(listedQueues),
});
