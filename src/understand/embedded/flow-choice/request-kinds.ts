import { stemOf, wordsOf } from "./text-features.ts";

/**
 * Sentence vectors see that "show my alarms" and "set an alarm" are both about alarms, but hardly that one reads
 * and the other writes. Verbs of one kind stand for each other here.
 */
const verbsByKind = {
  find: "find search look lookup browse discover explore see show list get check tell display view fetch retrieve recommend suggest what which when where any",
  book: "book reserve reservation schedule arrange appointment",
  buy: "buy purchase order ticket",
  play: "play listen hear put cast stream",
  add: "add set create new insert put save",
  remove: "cancel delete remove stop erase clear drop",
  change: "change update edit modify switch reset replace move",
  send: "send transfer pay wire give",
  rent: "rent hire",
} as const;

export type RequestKind = keyof typeof verbsByKind;

const kindsByStem: ReadonlyMap<string, readonly RequestKind[]> = indexKinds();

/** Whether the message asks for the kind of thing the flow does: 1 yes, -1 no, 0 where either does not say. */
export function requestAgreement(wanted: readonly RequestKind[], offered: readonly RequestKind[]): number {
  if (offered.length === 0) return 0;
  // "I need a bus": who names no verb most often wants to look first.
  if (wanted.length === 0) return offered.includes("find") ? 0.5 : -0.5;
  return offered.some((kind) => wanted.includes(kind)) ? 1 : -1;
}

/** What a description's leading imperative does; nothing when it starts with a noun. */
export function kindsOffered(description: string): readonly RequestKind[] {
  const [first = ""] = wordsOf(description);
  return kindsByStem.get(stemOf(first)) ?? [];
}

export function kindsWanted(message: string): readonly RequestKind[] {
  return [...new Set(wordsOf(message).flatMap((word) => kindsByStem.get(stemOf(word)) ?? []))];
}

/** Kinds that go with things of one sort: who plays wants music, who sends, money. */
const tellingKinds: ReadonlySet<RequestKind> = new Set(["play", "send", "rent"]);

/** Whether the word says what to do, but not with what. */
export function isBareVerb(word: string): boolean {
  return kindsByStem.get(stemOf(word))?.some((kind) => !tellingKinds.has(kind)) ?? false;
}

function indexKinds(): ReadonlyMap<string, readonly RequestKind[]> {
  const kinds = new Map<string, RequestKind[]>();
  for (const kind of Object.keys(verbsByKind) as RequestKind[]) {
    for (const verb of verbsByKind[kind].split(" ")) {
      const stem = stemOf(verb);
      kinds.set(stem, [...(kinds.get(stem) ?? []), kind]);
    }
  }
  return kinds;
}
