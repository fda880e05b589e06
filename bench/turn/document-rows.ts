import { DatabaseSync } from "node:sqlite";

/** A document for each conversation, in SQLite with `synchronous=NORMAL`. Each write is a commit. */
export interface DocumentRows {
  read(id: string): string | null;
  write(id: string, document: string): void;
  close(): void;
}

export function openDocumentRows(path: string): DocumentRows {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE conversations (id TEXT PRIMARY KEY, state TEXT NOT NULL)",
  );
  const read = database.prepare("SELECT state FROM conversations WHERE id = ?");
  const write = database.prepare(
    "INSERT INTO conversations (id, state) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
  );
  return {
    read: (id) => (read.get(id) as { state: string } | undefined)?.state ?? null,
    write: (id, document) => {
      write.run(id, document);
    },
    close: () => database.close(),
  };
}
