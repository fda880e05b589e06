import pg from "pg";

/** Everything that a background channel keeps, as text to look for words in. */
export async function queueRows(url: string, { schema }: { readonly schema: string }): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return JSON.stringify((await client.query(`SELECT * FROM ${schema}.job`)).rows);
  } finally {
    await client.end();
  }
}
