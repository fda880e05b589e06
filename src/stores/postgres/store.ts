import { SoniError } from "../../engine/errors.ts";
import { createStore } from "../create-store.ts";
import type { Store, StoreOptions } from "../store.ts";
import type { PostgresOptions } from "./options.ts";
import { openPool } from "./pool.ts";
import { createPostgresRows } from "./rows.ts";
import { migratePostgres } from "./schema.ts";

export interface PostgresStoreOptions extends PostgresOptions, StoreOptions {}

/** Any number of processes on any number of machines. Makes its tables, or brings them to this version, first. */
export const createPostgresStore = async (options: PostgresStoreOptions): Promise<Store> => {
  const { schema = "soni" } = options;
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw new SoniError("store.bad_schema", `'${schema}' is no name for a schema: use small letters, digits and _.`);
  }
  const access = await openPool(options);
  try {
    await access.session((client) => migratePostgres(client, schema));
  } catch (error) {
    await access.close();
    throw error;
  }
  return createStore(createPostgresRows(access, schema), options);
};
