import type { PostgresAccess } from "../../checkpoint/postgres-pool.ts";
import type { MarkRows } from "../mark-rows.ts";

export const createPostgresMarks = ({ query }: PostgresAccess, schema: string): MarkRows => ({
  async read(name) {
    const rows = await query<{ value: number }>(
      "read_mark",
      `SELECT value::float8 AS value FROM ${schema}.mark WHERE name = $1`,
      [name],
    );
    return rows[0]?.value ?? null;
  },
  async write(name, value) {
    await query(
      "write_mark",
      `INSERT INTO ${schema}.mark (name, value) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [name, Math.trunc(value)],
    );
  },
});
