import { SoniError } from "../../engine/errors.ts";
import { showStored } from "../../runtime/shown-conversation.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type StoreChoice, unknownConversation, withStore } from "../conversations/open-conversations.ts";
import { explainTurn } from "./explain-turn.ts";
import { yamlPlaces } from "./yaml-places.ts";

interface Place {
  readonly folder: string;
  readonly conversationId: string;
  /** Null: every turn. */
  readonly turn: number | null;
}

/** Why the assistant did what it did in a stored conversation, turn by turn. Secrets are masked. */
export async function why(place: Place, options: StoreChoice, { output }: Console): Promise<void> {
  const { folder, conversationId, turn } = place;
  const paint = painter(output);
  const places = await yamlPlaces(folder);
  await withStore(folder, options, async (store, assistant) => {
    const about = { assistant, state: async () => (await store.read(conversationId))?.state ?? null };
    const query = turn === null ? {} : { after: turn - 1, before: turn + 1 };
    const audit = await showStored(await store.audit(conversationId, query), about);
    const transcript = await showStored(await store.transcript(conversationId, query), about);
    if (audit.length === 0) throw await missing(place, (await store.turnCounts([conversationId])).get(conversationId));
    const told = new Map(transcript.map((entry) => [entry.messageId, entry]));
    const turns = audit.map((entry) =>
      explainTurn({ audit: entry, told: told.get(entry.messageId) }, { places, assistant }, paint),
    );
    writeLine(output, turns.join("\n\n"));
  });
}

async function missing({ conversationId, turn }: Place, turns: number | undefined): Promise<SoniError> {
  if (turns === undefined || turn === null) return unknownConversation(conversationId);
  return new SoniError("cli.no_such_turn", `Conversation '${conversationId}' has ${turns} turns, and no turn ${turn}.`);
}
