import pg from "pg";
import { openPool } from "../../src/stores/postgres/pool.ts";
import { createPostgresRows } from "../../src/stores/postgres/rows.ts";
import { createPostgresStore } from "../../src/stores/postgres/store.ts";
import type { Store } from "../../src/stores/store.ts";
import { withServer } from "../servers/with-server.ts";
import { describeStore } from "./store-contract.ts";

let places = 0;

await withServer("postgres", (url) => {
  describeStore("postgres", async () => {
    places += 1;
    const schema = `contract_${process.pid}_${places}`;
    const opened: Pick<Store, "close">[] = [];
    return {
      async open(options = {}) {
        const store = await createPostgresStore({ url, schema, connections: 3, ...options });
        opened.push(store);
        return store;
      },
      async rows() {
        const rows = createPostgresRows(await openPool({ url, connections: 3 }), schema);
        opened.push(rows);
        return rows;
      },
      async dispose() {
        await Promise.all(opened.map((each) => each.close()));
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(`DROP SCHEMA ${schema} CASCADE`);
        await client.end();
      },
    };
  });
});
