import type { ShopApi } from "../chaos/shop-api.ts";
import { attackClient } from "./attack-client.ts";

/** Somebody who orders one thing after the other and has nothing to do with the attack. */
export interface Neighbours {
  /** Lets those stop that wait for a server that will not come back. */
  stop(): Promise<readonly NeighbourFigures[]>;
}

export interface NeighbourFigures {
  readonly sent: number;
  /** In milliseconds. */
  readonly longestWait: number;
  readonly problems: readonly string[];
}

/** One for each address. Each sends a message again, under its id, until it has a reply, and then the next one. */
export async function startNeighbours(
  urls: readonly string[],
  api: ShopApi,
  isHopeless: () => boolean,
): Promise<Neighbours> {
  let isOver = false;
  const talking = urls.map((url, index) => talk(url, `neighbour-${index}`));

  async function talk(url: string, id: string): Promise<NeighbourFigures> {
    const client = attackClient(url, { patience: 20_000 });
    await client.begin(id);
    const problems: string[] = [];
    const messageIds: string[] = [];
    let longestWait = 0;
    while (!isOver && !isHopeless()) {
      const item = `${id}-${messageIds.length}`;
      const started = performance.now();
      const command = { type: "start_flow", flow: "buy", slots: { item } };
      const answer = await client.sayUntilAnswered(id, { command, messageId: item }, isHopeless);
      longestWait = Math.max(longestWait, performance.now() - started);
      if (answer === null) {
        problems.push(`${item} has no reply`);
        break;
      }
      messageIds.push(item);
      const said = JSON.stringify(answer.body.messages ?? answer.body);
      if (!said.includes(`Booked ${item}: R-${item}.`))
        problems.push(`${item}: ${answer.status} ${said.slice(0, 200)}`);
    }
    if (!isHopeless()) problems.push(...(await countAgain(client, id, messageIds)));
    return { sent: messageIds.length, longestWait, problems };
  }

  /** Each message has one turn and one effect, in the order sent. */
  async function countAgain(client: ReturnType<typeof attackClient>, id: string, sent: readonly string[]) {
    const kept = (await client.messageIds(id)).filter((messageId) => messageId.startsWith(`${id}-`));
    const wrong = sent.filter((item) => api.effectsOf("book", item) !== 1).map((item) => `${item} has not one effect`);
    return JSON.stringify(kept) === JSON.stringify(sent)
      ? wrong
      : [...wrong, `${id}: turns lost, twice or out of order`];
  }

  return {
    async stop() {
      isOver = true;
      return Promise.all(talking);
    },
  };
}
