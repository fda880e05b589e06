/** A piece of the assistant's documents. */
export interface Passage {
  readonly text: string;
  readonly title: string;
  /** Where it was read: a file, a page. */
  readonly source: string;
  /** The page where a user can read it, by http or https: the answer links to it. */
  readonly url?: string;
  /** 0 to 1. */
  readonly score: number;
}

export interface SearchOptions {
  readonly limit: number;
  /** What the user asked before, oldest first: "and for dogs?" leans on it. */
  readonly before?: readonly string[];
}

/** Documents that answer questions. What comes back is shown as text; it never becomes a command. */
export interface KnowledgeBase {
  /** Best first; empty if nothing answers the question. What counts as an answer, the implementation decides. */
  search(query: string, options: SearchOptions): Promise<readonly Passage[]>;
}
