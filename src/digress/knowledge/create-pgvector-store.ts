import type { Pool, PoolClient } from "pg";
import { SoniError } from "../../engine/errors.ts";
import { loadPackages } from "../../engine/optional-packages.ts";
import type { FoundPassage, StoredPassage, VectorStore } from "./vector-store.ts";

export interface PgvectorOptions {
  /** postgres://user:password@host:5432/database; the extension `vector` must be available in it. */
  readonly url: string;
  /** Of the vectors: 384 for those that Soni computes itself. Default: 384. */
  readonly dimensions?: number;
  /** One table holds the passages of one assistant, by vectors of one model. Default: soni_passages. */
  readonly table?: string;
  /** Default: 5. */
  readonly connections?: number;
}

/** A page of rows: large enough to be quick, small enough for one statement. */
const rowsPerStatement = 500;

/** pgvector's graph has about 820 bytes for each row beside the vector, measured with 0.8.6. */
const graphBytesPerRow = 1_000;
/** A larger graph is finished on disk, more slowly. */
const mostGraphMegabytes = 1_024;

/**
 * Passages that a search of the index compares, and the most that it returns. Among 100,000 passages (`npm run bench:passages`) pgvector's
 * default of 40 misses about one planted passage in ten, 100 about one in fifty.
 */
const candidates = 100;

/** Passages in Postgres, found through pgvector's HNSW index. */
export async function createPgvectorStore(options: PgvectorOptions): Promise<VectorStore> {
  const { url, dimensions = 384, table = "soni_passages", connections = 5 } = options;
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(table)) {
    throw new SoniError("knowledge.bad_table", `'${table}' can't name a table. Use small letters, digits and '_'.`);
  }
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 2_000) {
    throw new SoniError("knowledge.bad_dimensions", `${dimensions} dimensions can't be indexed. Use 1 to 2000.`);
  }
  const { default: pg } = await loadPackages("postgres", () => import("pg"));
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: "soni-knowledge",
    onConnect: async (client) => {
      await client.query(`SET hnsw.ef_search = ${candidates}`);
    },
  });
  // Idle connections break when the server restarts. Without a listener that would end the process.
  pool.on("error", () => undefined);
  try {
    await prepare(pool, table, dimensions);
  } catch (error) {
    await pool.end();
    throw asSoniError(error);
  }
  return {
    async keys() {
      const { rows } = await pool.query<{ key: string }>(`SELECT key FROM ${table}`);
      return new Set(rows.map(({ key }) => key));
    },
    async put(passages) {
      let page: StoredPassage[] = [];
      for await (const passage of passages) {
        page.push(passage);
        if (page.length < rowsPerStatement) continue;
        await insert(pool, table, page);
        page = [];
      }
      await insert(pool, table, page);
      // After the rows of a first load: building the index at once is several times faster than growing it row by row.
      await buildIndex(pool, table, dimensions);
    },
    async remove(keys) {
      await pool.query(`DELETE FROM ${table} WHERE key = ANY($1::text[])`, [keys]);
    },
    async nearest(vector, limit) {
      const { rows } = await pool.query<Row>({
        name: `nearest_${table}`,
        // In a query around the search, so that only the rows that are returned are written as text. A small table is sorted whole.
        text: `SELECT key, source, title, text, url, vector::text AS vector, 1 - distance AS similarity
               FROM (SELECT *, vector <=> $1::vector AS distance FROM ${table} ORDER BY distance LIMIT $2) AS near
               ORDER BY distance`,
        values: [written(vector), limit],
      });
      return rows.map(foundPassage);
    },
    close: () => pool.end(),
  };
}

async function insert(pool: Pool, table: string, page: readonly StoredPassage[]): Promise<void> {
  const column = (name: "key" | "source" | "title" | "text" | "url"): (string | null)[] =>
    page.map((passage) => passage[name] ?? null);
  await pool.query(
    `INSERT INTO ${table} (key, source, title, text, url, vector)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]::vector[])
     ON CONFLICT (key) DO NOTHING`,
    [...(["key", "source", "title", "text", "url"] as const).map(column), page.map(({ vector }) => written(vector))],
  );
}

interface Row extends Omit<StoredPassage, "vector" | "url"> {
  readonly url: string | null;
  readonly vector: string;
  readonly similarity: number;
}

const foundPassage = ({ url, vector, ...row }: Row): FoundPassage => ({
  ...row,
  ...(url === null ? {} : { url }),
  vector: Float32Array.from(JSON.parse(vector)),
});

/** As pgvector reads it: `[0.1,0.2]`. */
const written = (vector: Float32Array): string => `[${vector.join(",")}]`;

/** Several processes may open the store at once: a lock lets one of them make the table. */
async function prepare(pool: Pool, table: string, dimensions: number): Promise<void> {
  await locked(pool, `soni ${table}`, async (client) => {
    await client.query("CREATE EXTENSION IF NOT EXISTS vector");
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${table} (
         key text PRIMARY KEY, source text NOT NULL, title text NOT NULL, text text NOT NULL, vector vector(${dimensions}) NOT NULL
       )`,
    );
    // Tables of earlier versions have no addresses.
    await client.query(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS url text`);
    const { rows } = await client.query<{ dimensions: number }>(
      "SELECT atttypmod AS dimensions FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'vector'",
      [table],
    );
    if (rows[0]?.dimensions !== dimensions) {
      throw new SoniError(
        "knowledge.bad_dimensions",
        `The table '${table}' holds vectors of ${rows[0]?.dimensions} dimensions, not of ${dimensions}. Name another table.`,
      );
    }
  });
}

/** The graph of 28,000 passages fills what Postgres gives an index by default, so the build asks for what it needs. */
async function buildIndex(pool: Pool, table: string, dimensions: number): Promise<void> {
  await locked(pool, `soni ${table} index`, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [
      `${table}_nearest`,
    ]);
    if (rows[0]?.exists === true) return;
    await client.query(
      `SELECT set_config('maintenance_work_mem', greatest(
         pg_size_bytes(current_setting('maintenance_work_mem')) / 1024, least(count(*) * $1 / 1024, $2 * 1024)
       ) || 'kB', true) FROM ${table}`,
      [4 * dimensions + graphBytesPerRow, mostGraphMegabytes],
    );
    // Parallel workers would share this memory through /dev/shm, of which a container has 64 MB.
    await client.query("SET LOCAL max_parallel_maintenance_workers = 0");
    await client.query(`CREATE INDEX IF NOT EXISTS ${table}_nearest ON ${table} USING hnsw (vector vector_cosine_ops)`);
  });
}

/** A transaction that one process at a time is in. */
async function locked(pool: Pool, lock: string, run: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [lock]);
    await run(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** SQLSTATE of an extension whose files are not on the server. */
const missingExtension = new Set(["0A000", "58P01"]);

function asSoniError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SoniError) return error;
  const { code = "" } = error as Error & { readonly code?: string };
  return missingExtension.has(code)
    ? new SoniError(
        "knowledge.no_pgvector",
        `This Postgres has no pgvector: ${error.message}. Install pgvector 0.5 or newer.`,
        { cause: error },
      )
    : new SoniError("knowledge.store_unavailable", `The Postgres of the passages refused: ${error.message}`, {
        cause: error,
      });
}
