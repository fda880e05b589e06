import { createInterface } from "node:readline/promises";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import { SoniError } from "../../engine/errors.ts";
import { eraseConversation } from "../../runtime/erase.ts";
import { postgresPlace } from "../../runtime/open-store.ts";
import { ownerOf, ownPrefix, tokenIssuer } from "../../server/access/principal.ts";
import { forgetQueued } from "../../server/background/forget.ts";
import { queuePlaceOf } from "../../server/background/queue-place.ts";
import type { Store } from "../../stores/store.ts";
import { type Console, writeLine } from "../console.ts";
import { counted } from "../show-findings.ts";
import { type StoreChoice, unknownConversation, withStore } from "./open-conversations.ts";

export interface DeleteOptions extends StoreChoice {
  readonly yes?: true;
  /** Everything of one user, instead of one conversation. */
  readonly user?: string;
  /** Who vouches for the user: of JSON web tokens. Default: the names of SONI_TOKENS. */
  readonly issuer?: string;
}

/** Asks first where a person can answer; a script says so itself. */
export async function deleteConversation(
  place: { readonly folder: string; readonly conversationId: string },
  options: DeleteOptions,
  console: Console,
): Promise<void> {
  const { conversationId } = place;
  await withStore(place.folder, options, async (store, assistant) => {
    if ((await store.lastActivity(conversationId)) === null) throw unknownConversation(conversationId);
    const turns = await turnsOf(store, conversationId);
    if (
      options.yes !== true &&
      !(await agreed(`Delete '${conversationId}' (${counted(turns, "turn")}) for good? [y/N] `, console))
    )
      return writeLine(console.output, "Nothing was deleted.");
    await eraseConversation(store, conversationId);
    await forgetQueuedOf(assistant, options, [conversationId]);
    await store.scrub("full");
    writeLine(console.output, `Deleted '${conversationId}' (${counted(turns, "turn")}).`);
  });
}

/** All that a server keeps of one user, whose conversations begin alike. */
export async function deleteUser(
  { folder, user }: { readonly folder: string; readonly user: string },
  options: DeleteOptions,
  console: Console,
): Promise<void> {
  await withStore(folder, options, async (store, assistant) => {
    const ids = await store.conversationIds(ownPrefix({ owner: ownerOf(options.issuer ?? tokenIssuer, user) }));
    const what = `${counted(ids.length, "conversation")} of '${user}'`;
    if (options.yes !== true && !(await agreed(`Delete ${what} for good? [y/N] `, console)))
      return writeLine(console.output, "Nothing was deleted.");
    for (const id of ids) await eraseConversation(store, id);
    await forgetQueuedOf(assistant, options, ids);
    await store.scrub("full");
    writeLine(console.output, `Deleted ${what}.`);
  });
}

/** What a server's background channel still keeps of them. */
async function forgetQueuedOf(
  { settings: { persistence, retention } }: Assistant,
  { store }: StoreChoice,
  conversationIds: readonly string[],
): Promise<void> {
  const place = postgresPlace(persistence, store, { retention });
  if (place !== null) await forgetQueued(queuePlaceOf(place), conversationIds);
}

/** One that cannot be read can still be deleted. */
const turnsOf = async (store: Pick<Store, "transcript">, conversationId: string): Promise<number> =>
  (await store.transcript(conversationId).catch(() => [])).length;

async function agreed(question: string, { input, output }: Console): Promise<boolean> {
  if (input.isTTY !== true || output.isTTY !== true)
    throw new SoniError("cli.not_confirmed", "Nobody is there to confirm it: add --yes to delete the conversation.");
  const lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}
