import type { SqliteAccess } from "../../checkpoint/sqlite-access.ts";
import type { MarkRows } from "../mark-rows.ts";

export const createSqliteMarks = ({ database, guarded }: SqliteAccess): MarkRows => {
  const read = database.prepare("SELECT value FROM mark WHERE name = ?");
  const write = database.prepare(
    "INSERT INTO mark (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  return {
    read: guarded((name) => {
      const row = read.get(name);
      return row === undefined ? null : Number(row["value"]);
    }),
    write: guarded((name, value) => {
      write.run(name, Math.trunc(value));
    }),
  };
};
