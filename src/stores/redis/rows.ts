import { randomUUID } from "node:crypto";
import { conflict, leaseLost } from "../refusals.ts";
import type { StoreRows } from "../rows.ts";
import { createRedisAttempts } from "./attempts.ts";
import type { RedisAccess } from "./client.ts";
import { createRedisConversations } from "./conversations.ts";
import type { RedisKeys } from "./keys.ts";
import { createRedisLeases, leadKeys, toLeaseAnswer } from "./leases.ts";
import { createRedisQuarantine, quarantineMember, toQuarantineText } from "./quarantine.ts";
import { createRedisRetention } from "./retention.ts";
import { redisScripts } from "./scripts.ts";
import { createRedisSentences } from "./sentences.ts";
import { redisTurns, toTurnText } from "./turns.ts";

export const createRedisRows = (access: RedisAccess, keys: RedisKeys): StoreRows => {
  const { run, script, close } = access;
  return {
    async insertMessage({ conversationId, messageId, at, bodyHash, body }, { lease, existing }) {
      const [hash, ...rest] = (await script(
        redisScripts.accept,
        [...leadKeys(keys, conversationId), keys.sequence, keys.openConversations, keys.attempts(conversationId)],
        [conversationId, messageId, at, bodyHash, body, lease ?? "", randomUUID(), existing ? 1 : 0],
      )) as readonly [string | null, ...unknown[]];
      if (rest[0] === "unknown") return null;
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
        [
          ...[keys.open(conversationId), keys.openConversations],
          ...[keys.attempts(conversationId), keys.sentences(conversationId)],
        ],
        [conversationId, messageId],
      );
    },
    async commit({ conversationId, state, turn, keepState, quarantine }, lease) {
      const refusal = await script(
        redisScripts.commit,
        [
          ...leadKeys(keys, conversationId),
          ...[keys.openConversations, keys.byTime, keys.byId],
          ...[keys.order(conversationId), keys.oldestTurns, keys.attempts(conversationId)],
          ...[keys.quarantine(conversationId), keys.quarantined, keys.states(conversationId)],
          keys.sentences(conversationId),
        ],
        [
          ...[conversationId, lease?.token ?? "", lease?.release === true ? 1 : 0, keys.released],
          ...[state.step, state.at, state.turns, state.text],
          ...(turn === null ? ["", ""] : [turn.messageId, toTurnText(turn)]),
          ...(quarantine === null
            ? ["", "", ""]
            : [toQuarantineText(quarantine), quarantineMember(quarantine), quarantine.at]),
          keepState ? 1 : 0,
        ],
      );
      if (refusal === "lease_lost") throw leaseLost(conversationId);
      if (refusal === "conflict") throw conflict(conversationId);
    },
    state: (conversationId) => run((client) => client.hget(keys.point(conversationId), "checkpoint")),
    turnState: (conversationId, turn) => run((client) => client.hget(keys.states(conversationId), String(turn))),
    turns: (conversationId, query) => run((client) => redisTurns(client, keys, { ...query, conversationId })),
    ...createRedisConversations(access, keys),
    ...createRedisRetention(access, keys),
    async conversationIds(prefix) {
      const [byId, open] = await run((client) =>
        Promise.all([
          client.zrangebylex(keys.byId, `[${prefix}`, `(${prefix}\u{10FFFF}`),
          client.zrange(keys.openConversations, 0, "-1"),
        ]),
      );
      return [...new Set([...byId, ...open])].filter((id) => id.startsWith(prefix));
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
    async knownAction(conversationId, key) {
      const result = await run((client) => client.hget(keys.ledger(conversationId), key));
      return result === null ? null : { result: result === "" ? null : result };
    },
    async purgeActions(before) {
      const [start = "", end = ""] = keys.ledger(separator).split(separator);
      const [, endOfOpen = ""] = keys.open(separator).split(separator);
      await script(redisScripts.purge, [keys.ledgerByTime], [before, start, end, endOfOpen]);
    },
    sentences: createRedisSentences(access, keys),
    attempts: createRedisAttempts(access, keys),
    quarantine: createRedisQuarantine(access, keys),
    marks: {
      async read(name) {
        const value = await run((client) => client.hget(keys.marks, name));
        return value === null ? null : Number(value);
      },
      async write(name, value) {
        await run((client) => client.hset(keys.marks, name, Math.trunc(value)));
      },
    },
    leases: createRedisLeases(access, keys),
    async deleteConversation(conversationId) {
      const open = [keys.open, keys.attempts, keys.sentences];
      const own = [...open, keys.turns, keys.states, keys.order, keys.point, keys.lease];
      const indexes = [keys.openConversations, keys.byTime, keys.byId, keys.oldestTurns];
      await script(
        redisScripts.forget,
        [
          ...[keys.ledger(conversationId), keys.ledgerByTime],
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
