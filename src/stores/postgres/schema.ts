import type { ClientBase } from "pg";
import { SoniError } from "../../engine/errors.ts";
import { postgresFunctions } from "./functions.ts";

/**
 * Each entry leads from the version before to its own (1, 2, ...). Released ones never change. Ids are compared byte by
 * byte, whatever the database's language is. The column `checkpoint` holds the text of the state. Functions are in `functions.ts` and replaced at every new version.
 */
const migrations = [
  `
  CREATE TABLE conversation (
    conversation_id text COLLATE "C" PRIMARY KEY,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    turns integer NOT NULL,
    step integer NOT NULL,
    checkpoint text NOT NULL
  ) WITH (fillfactor = 70, toast_tuple_target = 8160);

  -- Accepted and not finished: always a handful. The order of sequences is that of acceptance.
  CREATE TABLE open_message (
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    conversation_id text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    body_hash text NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (conversation_id, message_id)
  );

  CREATE TABLE turn (
    conversation_id text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    turn integer NOT NULL,
    at bigint NOT NULL,
    body_hash text NOT NULL,
    transcript text NOT NULL,
    audit text NOT NULL,
    PRIMARY KEY (conversation_id, message_id)
  );

  CREATE TABLE ledger (
    sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    conversation_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    result text,
    PRIMARY KEY (conversation_id, key)
  );

  -- Which process goes on with a conversation, and until when the others leave it alone. Gone when given back.
  CREATE TABLE lease (
    conversation_id text COLLATE "C" PRIMARY KEY,
    token bigint NOT NULL,
    until timestamptz NOT NULL,
    wanted boolean NOT NULL DEFAULT false
  );
  CREATE SEQUENCE lease_token;

  CREATE TABLE history (
    conversation_id text COLLATE "C" NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    checkpoint_id text COLLATE "C" NOT NULL,
    parent_id text COLLATE "C",
    checkpoint text NOT NULL,
    metadata text NOT NULL,
    PRIMARY KEY (conversation_id, namespace, checkpoint_id)
  );

  CREATE TABLE history_write (
    conversation_id text COLLATE "C" NOT NULL,
    namespace text COLLATE "C" NOT NULL,
    checkpoint_id text COLLATE "C" NOT NULL,
    task_id text COLLATE "C" NOT NULL,
    write_index integer NOT NULL,
    channel text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (conversation_id, namespace, checkpoint_id, task_id, write_index)
  );
  `,
  `
  -- For retention, which begins with the oldest.
  CREATE INDEX turn_by_time ON turn (at);
  -- What it returns has changed: it is made anew below.
  DROP FUNCTION IF EXISTS lead(text, text, integer, boolean);
  `,
  `
  -- How often a turn was begun for it.
  ALTER TABLE open_message ADD COLUMN attempts integer NOT NULL DEFAULT 0;

  -- Messages that were tried too often: a handful, if any.
  CREATE TABLE quarantine (
    conversation_id text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    attempts integer NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (conversation_id, message_id)
  );
  -- It has one more parameter, which processes of the version before do not give: it is made anew below.
  DROP FUNCTION IF EXISTS accept(text, text, bigint, text, text, integer);
  `,
  `
  -- When a lease was taken or renewed: one from the future is of before the clock of the database was set back.
  ALTER TABLE lease ADD COLUMN since timestamptz NOT NULL DEFAULT clock_timestamp();

  -- Facts about the store as a whole.
  CREATE TABLE mark (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    value bigint NOT NULL
  );
  `,
  `
  -- The state at the end of the turn, where the settings want it kept. It replaces tables that nothing wrote to.
  ALTER TABLE turn ADD COLUMN state text;
  DROP TABLE history;
  DROP TABLE history_write;
  -- They take one more parameter now, which processes of the version before do not pass: drop them here, create them below.
  DROP FUNCTION IF EXISTS accept(text, text, bigint, text, text, integer, boolean);
  DROP FUNCTION IF EXISTS commit_point(
    text, bigint, boolean, bigint, integer, integer, text, integer, text, bigint, text, text, text);
  `,
  `
  -- What has been told of its turn so far, a line for each sentence.
  ALTER TABLE open_message ADD COLUMN sentences text;
  `,
] as const;

/** Any number, the same in all versions: processes that start at once migrate one after the other. */
const migrationLock = 7_306_104;

export const migratePostgres = async (client: ClientBase, schema: string): Promise<void> => {
  if ((await versionOf(client, schema)) === migrations.length) return;
  await client.query("BEGIN");
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`SET LOCAL search_path TO ${schema}`);
    await client.query("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)");
    const version = await versionOf(client, schema);
    if (version > migrations.length) throw newer(schema, version);
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query(postgresFunctions(schema));
    await client.query("DELETE FROM schema_version");
    await client.query("INSERT INTO schema_version VALUES ($1)", [migrations.length]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
};

const versionOf = async (client: ClientBase, schema: string): Promise<number> => {
  const { rows } = await client.query("SELECT to_regclass($1) AS name", [`${schema}.schema_version`]);
  if (rows[0]?.name === null) return 0;
  const found = await client.query(`SELECT version FROM ${schema}.schema_version`);
  return found.rows[0]?.version ?? 0;
};

const newer = (schema: string, version: number): SoniError =>
  new SoniError(
    "store.newer",
    `The schema '${schema}' belongs to a newer version of Soni (schema ${version}, this one knows ${migrations.length}). Update Soni, or name another schema.`,
  );
