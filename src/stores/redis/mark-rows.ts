import type { RedisAccess } from "../../checkpoint/redis-client.ts";
import type { RedisKeys } from "../../checkpoint/redis-keys.ts";
import type { MarkRows } from "../mark-rows.ts";

export const createRedisMarks = ({ run }: RedisAccess, keys: RedisKeys): MarkRows => ({
  async read(name) {
    const value = await run((client) => client.hget(keys.marks, name));
    return value === null ? null : Number(value);
  },
  async write(name, value) {
    await run((client) => client.hset(keys.marks, name, Math.trunc(value)));
  },
});
