import pg from "pg";
import { createPostgresStore } from "../../src/checkpoint/postgres-store.ts";
import type { Store } from "../../src/checkpoint/store.ts";
import { withServer } from "../servers/with-server.ts";
import { describeStore } from "./store-contract.ts";

let places = 0;

await withServer("postgres", (url) => {
  describeStore("postgres", async () => {
    places += 1;
    const schema = `contract_${process.pid}_${places}`;
    const stores: Store[] = [];
    return {
      async open(options = {}) {
        const store = await createPostgresStore({ url, schema, connections: 3, ...options });
        stores.push(store);
        return store;
      },
      async dispose() {
        await Promise.all(stores.map((store) => store.close()));
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(`DROP SCHEMA ${schema} CASCADE`);
        await client.end();
      },
    };
  });
});
