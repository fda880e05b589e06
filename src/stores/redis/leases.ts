import { randomUUID } from "node:crypto";
import type { LeaseAnswer, LeaseRequest, LeaseRows } from "../rows.ts";
import type { RedisAccess } from "./client.ts";
import type { RedisKeys } from "./keys.ts";
import { redisScripts } from "./scripts.ts";
import { toTurnRow } from "./turns.ts";

/** The keys of the scripts that take a lease, in their order. */
export const leadKeys = (keys: RedisKeys, conversationId: string): readonly string[] => [
  keys.lease(conversationId),
  keys.open(conversationId),
  keys.turns(conversationId),
  keys.point(conversationId),
];

type Asked = Pick<LeaseRequest, "conversationId" | "messageId">;
type LeadReply = readonly [kind: string, first?: string, ...rest: (string | null)[]];

export const toLeaseAnswer = (reply: unknown, { conversationId, messageId }: Asked): LeaseAnswer => {
  const [kind, first = "", state = null, isOpen, ...openBodies] = reply as LeadReply;
  if (kind === "finished") return { kind, turn: toTurnRow(first, { conversationId, messageId: messageId ?? "" }) };
  if (kind === "held") return { kind, milliseconds: Number(first) };
  const lease = { token: first, isOpen: isOpen === "1", state, openBodies: openBodies.map(String) };
  return { kind: "taken", lease };
};

export const createRedisLeases = ({ script, subscribe }: RedisAccess, keys: RedisKeys): LeaseRows => ({
  pollMs: 250,
  async take({ conversationId, messageId, milliseconds }) {
    const reply = await script(redisScripts.take, leadKeys(keys, conversationId), [
      ...[messageId ?? "", milliseconds, randomUUID()],
    ]);
    return toLeaseAnswer(reply, { conversationId, messageId });
  },
  async renew(leases, milliseconds) {
    await Promise.all(
      leases.map(({ conversationId, token }) =>
        script(redisScripts.renew, [keys.lease(conversationId)], [token, milliseconds]),
      ),
    );
  },
  async release({ conversationId, token }) {
    await script(redisScripts.release, [keys.lease(conversationId)], [token, keys.released, conversationId]);
  },
  watch: (onRelease) => subscribe(keys.released, onRelease),
});
