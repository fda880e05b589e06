import type { Pool } from "pg";
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
  const pool = new pg.Pool({ connectionString: url, max: connections, application_name: "soni-knowledge" });
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
      await pool.query(`CREATE INDEX IF NOT EXISTS ${table}_nearest ON ${table} USING hnsw (vector vector_cosine_ops)`);
    },
    async remove(keys) {
      await pool.query(`DELETE FROM ${table} WHERE key = ANY($1::text[])`, [keys]);
    },
    async nearest(vector, limit) {
      const { rows } = await pool.query<Row>({
        name: `nearest_${table}`,
        text: `SELECT key, source, title, text, vector::text AS vector, 1 - (vector <=> $1::vector) AS similarity
               FROM ${table} ORDER BY vector <=> $1::vector LIMIT $2`,
        values: [written(vector), limit],
      });
      return rows.map(foundPassage);
    },
    close: () => pool.end(),
  };
}

async function insert(pool: Pool, table: string, page: readonly StoredPassage[]): Promise<void> {
  const column = (name: "key" | "source" | "title" | "text"): string[] => page.map((passage) => passage[name]);
  await pool.query(
    `INSERT INTO ${table} (key, source, title, text, vector)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]::vector[])
     ON CONFLICT (key) DO NOTHING`,
    [column("key"), column("source"), column("title"), column("text"), page.map(({ vector }) => written(vector))],
  );
}

interface Row extends Omit<StoredPassage, "vector"> {
  readonly vector: string;
  readonly similarity: number;
}

const foundPassage = (row: Row): FoundPassage => ({ ...row, vector: Float32Array.from(JSON.parse(row.vector)) });

/** As pgvector reads it: `[0.1,0.2]`. */
const written = (vector: Float32Array): string => `[${vector.join(",")}]`;

/** Several processes may open the store at once: a lock lets one of them make the table. */
async function prepare(pool: Pool, table: string, dimensions: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`soni ${table}`]);
    await client.query("CREATE EXTENSION IF NOT EXISTS vector");
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${table} (
         key text PRIMARY KEY, source text NOT NULL, title text NOT NULL, text text NOT NULL, vector vector(${dimensions}) NOT NULL
       )`,
    );
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
