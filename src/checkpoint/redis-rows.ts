import { randomUUID } from "node:crypto";
import { createRedisAttempts } from "../stores/redis/attempt-rows.ts";
import { createRedisMarks } from "../stores/redis/mark-rows.ts";
import { createRedisQuarantine, quarantineMember, toQuarantineText } from "../stores/redis/quarantine-rows.ts";
import { conflict } from "./conflict.ts";
import { leaseLost } from "./lease-lost.ts";
import type { RedisAccess } from "./redis-client.ts";
import { createRedisConversations } from "./redis-conversations.ts";
import { createRedisHistory, historyField } from "./redis-history.ts";
import type { RedisKeys } from "./redis-keys.ts";
import { createRedisLeases, leadKeys, toLeaseAnswer } from "./redis-leases.ts";
import { createRedisRetention } from "./redis-retention.ts";
import { redisScripts } from "./redis-scripts.ts";
import { redisTurns, toTurnText } from "./redis-turn.ts";
import type { StoreRows } from "./store-rows.ts";

export const createRedisRows = (access: RedisAccess, keys: RedisKeys): StoreRows => {
  const { run, script, close } = access;
  return {
    async insertMessage({ conversationId, messageId, at, bodyHash, body }, lease) {
      const [hash, ...rest] = (await script(
        redisScripts.accept,
        [...leadKeys(keys, conversationId), keys.sequence, keys.openConversations, keys.attempts(conversationId)],
        [conversationId, messageId, at, bodyHash, body, lease ?? "", randomUUID()],
      )) as readonly [string | null, ...unknown[]];
      const answer = toLeaseAnswer(rest, { conversationId, messageId });
      if (answer.kind === "finished") return { known: { turn: answer.turn }, lease: null };
      return {
        known: hash === null ? null : { bodyHash: hash, turn: null },
        lease: answer.kind === "taken" ? answer.lease : null,
      };
    },
    async openBodies(conversationId) {
      const texts = await run((client) => client.hvals(keys.open(conversationId)));
      return texts
        .map((text) => text.split(":"))
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([, , , ...body]) => body.join(":"));
    },
    openConversations: () => run((client) => client.zrange(keys.openConversations, 0, "-1")),
    async deleteOpenMessage(conversationId, messageId) {
      await script(
        redisScripts.discard,
        [keys.open(conversationId), keys.openConversations, keys.attempts(conversationId)],
        [conversationId, messageId],
      );
    },
    async commit({ conversationId, point, turn, history, quarantine }, lease) {
      const refusal = await script(
        redisScripts.commit,
        [
          ...leadKeys(keys, conversationId),
          ...[keys.openConversations, keys.byTime, keys.byId],
          ...[keys.history(conversationId), keys.checkpoints(conversationId), keys.withHistory],
          ...[keys.order(conversationId), keys.oldestTurns, keys.attempts(conversationId)],
          ...[keys.quarantine(conversationId), keys.quarantined],
        ],
        [
          ...[conversationId, lease?.token ?? "", lease?.release === true ? 1 : 0, keys.released],
          ...[point?.step ?? "", point?.at ?? "", point?.turns ?? "", point?.checkpoint ?? ""],
          ...(turn === null ? ["", ""] : [turn.messageId, toTurnText(turn)]),
          ...(history === null ? ["", ""] : [historyField(history), JSON.stringify(history)]),
          ...(quarantine === null
            ? ["", "", ""]
            : [toQuarantineText(quarantine), quarantineMember(quarantine), quarantine.at]),
        ],
      );
      if (refusal === "lease_lost") throw leaseLost(conversationId);
      if (refusal === "conflict") throw conflict(conversationId);
    },
    checkpoint: (conversationId) => run((client) => client.hget(keys.point(conversationId), "checkpoint")),
    turns: (conversationId, query) => run((client) => redisTurns(client, keys, { ...query, conversationId })),
    ...createRedisConversations(access, keys),
    ...createRedisRetention(access, keys),
    async conversationIds(prefix) {
      const [byId, open, withHistory] = await run((client) =>
        Promise.all([
          client.zrangebylex(keys.byId, `[${prefix}`, `(${prefix}\u{10FFFF}`),
          client.zrange(keys.openConversations, 0, "-1"),
          client.smembers(keys.withHistory),
        ]),
      );
      return [...new Set([...byId, ...open, ...withHistory])].filter((id) => id.startsWith(prefix));
    },
    async beginAction({ conversationId, key, token }) {
      const own = [keys.ledger(conversationId), keys.open(conversationId), keys.point(conversationId)];
      const [result, refusal] = ((await script(
        redisScripts.begin,
        [...own, keys.ledgerByTime, keys.lease(conversationId)],
        [conversationId, key, token ?? ""],
      )) ?? []) as readonly string[];
      if (refusal !== undefined) throw leaseLost(conversationId);
      return result === undefined ? null : { result: result === "" ? null : result };
    },
    async finishAction(conversationId, key, result) {
      await script(redisScripts.finish, [keys.ledger(conversationId)], [key, result]);
    },
    async purgeActions(before) {
      const [start = "", end = ""] = keys.ledger(separator).split(separator);
      const [, endOfOpen = ""] = keys.open(separator).split(separator);
      await script(redisScripts.purge, [keys.ledgerByTime], [before, start, end, endOfOpen]);
    },
    attempts: createRedisAttempts(access, keys),
    quarantine: createRedisQuarantine(access, keys),
    marks: createRedisMarks(access, keys),
    leases: createRedisLeases(access, keys),
    history: createRedisHistory(access, keys),
    async deleteConversation(conversationId) {
      const own = [
        ...[keys.open, keys.attempts, keys.turns, keys.order, keys.point, keys.lease],
        ...[keys.history, keys.checkpoints],
      ];
      const indexes = [keys.openConversations, keys.byTime, keys.byId, keys.oldestTurns, keys.withHistory];
      await script(
        redisScripts.forget,
        [
          ...[keys.ledger(conversationId), keys.ledgerByTime, keys.written(conversationId)],
          ...[keys.quarantine(conversationId), keys.quarantined],
          ...own.map((key) => key(conversationId)),
          ...indexes,
        ],
        [conversationId, indexes.length, quarantineMember({ conversationId, messageId: "" })],
      );
    },
    // What its log of commands still holds goes when the server next rewrites it.
    scrub: async () => undefined,
    close,
  };
};

/** Stands where the conversation's id would. */
const separator = "\0";
