import type { ClientBase, Pool, QueryResultRow } from "pg";
import { SoniError } from "../../engine/errors.ts";
import { loadPackages } from "../../engine/optional-packages.ts";
import { postgresError } from "./error.ts";
import type { PostgresOptions } from "./options.ts";

/** A pool whose failures are `SoniError`s, and which outlives its server's restarts. */
export interface PostgresAccess {
  /** Prepared once a connection under its name, so that it is planned once. */
  query<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** As `query`, but past all that wait for a connection of the pool. */
  urgent: PostgresAccess["query"];
  /** As `query`, for a statement that always returns a row. */
  one<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row>;
  /** On one connection of its own. */
  session<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result>;
  /** A connection outside the pool; null where there is none to be had. */
  listener(): Promise<import("pg").Client | null>;
  close(): Promise<void>;
}

export const openPool = async (options: PostgresOptions): Promise<PostgresAccess> => {
  const { url, connections = 10, statementTimeoutMs = 10_000 } = options;
  const { default: pg } = await loadPackages("postgres", () => import("pg"));
  const place = placeOf(url);
  const connection = {
    connectionString: url,
    application_name: "soni",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  };
  const poolOf = (max: number): Pool => {
    const made = new pg.Pool({ ...common, max });
    // Idle connections break when the server restarts. Without a listener that would end the process.
    made.on("error", () => undefined);
    return made;
  };
  const common = {
    ...connection,
    statement_timeout: statementTimeoutMs,
    // The server's own limit comes first; this one is for a server that has gone silent.
    query_timeout: statementTimeoutMs + 2_000,
    onConnect: (client: ClientBase) => requireDurable(client, place) as unknown as undefined,
  };
  const pool = poolOf(connections);
  /** One connection, opened when it is first needed. */
  const aside = poolOf(1);
  let closing: Promise<void> | null = null;

  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (closing !== null)
      throw new SoniError("store.unavailable", `The database ${place} is closed. Open the store again.`);
    try {
      return await work();
    } catch (error) {
      throw postgresError(error, place);
    }
  };

  const queryOn =
    (among: Pool): PostgresAccess["query"] =>
    (name, text, values) =>
      guarded(async () => (await among.query({ name, text, values: [...values] })).rows);
  const query = queryOn(pool);

  return {
    query,
    urgent: queryOn(aside),
    one: async (name, text, values) => {
      const [row] = await query<never>(name, text, values);
      if (row === undefined) throw new Error(`Statement '${name}' returned nothing.`);
      return row;
    },
    session: (work) =>
      guarded(async () => {
        const client = await pool.connect();
        try {
          return await work(client);
        } finally {
          client.release();
        }
      }),
    async listener() {
      const client = new pg.Client(connection);
      client.on("error", () => undefined);
      try {
        await client.connect();
        return client;
      } catch {
        return null;
      }
    },
    close() {
      closing ??= Promise.all([pool.end(), aside.end()]).then(() => undefined);
      return closing;
    },
  };
};

/** A reply must not leave before its turn is on disk: a server set to be fast instead is refused. */
const requireDurable = async (client: ClientBase, place: string): Promise<void> => {
  const { rows } = await client.query(
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS sync",
  );
  const { commit, sync } = rows[0] ?? {};
  if (commit === "off" || sync === "off") {
    throw new SoniError(
      "store.not_durable",
      `The Postgres database ${place} forgets what it has acknowledged when its machine fails (synchronous_commit=${commit}, fsync=${sync}). Set both to on.`,
    );
  }
};

/** Without user and password. */
const placeOf = (url: string): string => {
  try {
    const { host, pathname } = new URL(url);
    return `'${host}${pathname}'`;
  } catch {
    throw new SoniError("store.bad_url", "A Postgres address looks like postgres://user:password@host:5432/database");
  }
};
