import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../src/stores/sqlite/open.ts";
import { createSqliteRows } from "../../src/stores/sqlite/rows.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { describeStore } from "./store-contract.ts";

describeStore("sqlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "soni-store-"));
  const path = join(folder, "soni.db");
  const opened: Pick<Store, "close">[] = [];
  return {
    async open(options = {}) {
      const store = createSqliteStore({ path, synchronous: "normal", ...options });
      opened.push(store);
      return store;
    },
    async rows() {
      const rows = createSqliteRows(openSqlite({ path, synchronous: "normal", busyTimeoutMs: 5_000 }), path);
      opened.push(rows);
      return rows;
    },
    async dispose() {
      await Promise.all(opened.map((each) => each.close()));
      await rm(folder, { recursive: true });
    },
  };
});
