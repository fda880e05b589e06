import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ShopApi, startShopApi } from "../chaos/shop-api.ts";
import { attackClient } from "./attack-client.ts";
import { type NeighbourFigures, startNeighbours } from "./neighbours.ts";
import { faults, poisonWord } from "./poison-assistant/misbehave.ts";
import { expectedEnd, type Poison, poisonMessage } from "./poison-ports.ts";
import { deskByCommandLine, deskByHttp, type QuarantineDesk, type QuarantinedMessage } from "./quarantine-desk.ts";
import { type SoniServer, type SoniServerOptions, startSoniServer, until } from "./soni-server.ts";

export interface PoisonAttack extends Omit<SoniServerOptions, "environment"> {
  /** Servers on the one store. The poison goes to the first. */
  readonly servers: number;
  readonly poisons: readonly Poison[];
  /** A file that is not there: with it, the code is repaired. */
  readonly repairFile: string;
  /** The folder's settings give its code a process of its own. */
  readonly isIsolated?: boolean;
}

export interface PoisonRow {
  readonly poison: Poison;
  readonly end: string;
  readonly tries: number;
  /** Milliseconds for which nobody answered at the first server's address. */
  readonly outage: number;
  readonly problems: readonly string[];
}

export interface PoisonResult {
  readonly rows: readonly PoisonRow[];
  readonly neighbours: readonly NeighbourFigures[];
  /** The processes that held the port of the first server, before and after. */
  readonly listeners: { readonly before: readonly number[]; readonly after: readonly number[] };
  readonly problems: readonly string[];
}

/** How long the sender of a poison message keeps trying. Three tries take three restarts, each after at most five seconds. */
const sendersPatience = 90_000;
/** For one answer. A turn of the poison assistant has four seconds. */
const patience = 20_000;

/** One poison after the other, each in a conversation of its own, while neighbours talk. */
export async function attackWithPoison({
  servers: count,
  poisons,
  repairFile,
  isIsolated = false,
  ...options
}: PoisonAttack): Promise<PoisonResult> {
  const api = await startShopApi();
  const environment = { ATTACK_API: api.url, ATTACK_REPAIRED: repairFile };
  const start = (): Promise<SoniServer> => startSoniServer({ ...options, environment });
  const servers = await Promise.all(Array.from({ length: count }, start));
  const [first] = servers as [SoniServer];
  const isHopeless = (): boolean => servers.some((server) => server.ended() !== null);
  const neighbours = await startNeighbours(
    servers.map(({ url }) => url),
    api,
    isHopeless,
  );
  const [commandLine, http] = [deskByCommandLine(options.folder, options.store, environment), deskByHttp(first.url)];
  // A folder's operator decides by the command line. Asking whether something is there is quicker by HTTP.
  const desk = options.program === undefined ? { ...commandLine, list: http.list } : http;
  const before = first.listeners();
  const rows: PoisonRow[] = [];
  for (const poison of poisons) {
    if (isHopeless()) break;
    rows.push(await inject({ poison, server: first, desk, api, repairFile, isIsolated }));
  }
  const listeners = { before, after: first.listeners() };
  const figures = await neighbours.stop();
  const problems: string[] = [];
  for (const [index, server] of servers.entries()) {
    if (server.ended() !== null) problems.push(`server ${index} ended (${server.ended()}): ${lastLine(server.log())}`);
    else if (!(await until(server.isReady))) problems.push(`server ${index} is not ready`);
    const end = await server.stop();
    if (end !== "0") problems.push(`server ${index} was stopped: ${end}`);
  }
  // Whatever was left behind, the next one starts.
  const next = await start().catch((error: Error) => {
    problems.push(`no new start: ${lastLine(error.message)}`);
    return null;
  });
  await next?.stop();
  await api.close();
  return { rows, neighbours: figures, listeners, problems };
}

interface Injection {
  readonly poison: Poison;
  readonly server: SoniServer;
  readonly desk: QuarantineDesk;
  readonly api: ShopApi;
  readonly repairFile: string;
  readonly isIsolated: boolean;
}

async function inject(injection: Injection): Promise<PoisonRow> {
  const { poison, server, desk, api, isIsolated } = injection;
  const problems: string[] = [];
  const client = attackClient(server.url, { patience });
  const id = `${poison.port}-${poison.fault}`;
  const { turns, sent } = poisonMessage(poison);
  await until(server.isReady, () => server.ended() !== null);
  await client.begin(id, turns);
  const [outage, serving] = [watchOutage(server), server.listeners()];
  const started = performance.now();
  let asked = 0;
  const isOver = (): boolean =>
    server.ended() !== null ||
    performance.now() - started > sendersPatience ||
    // Nobody counts what was not accepted: its sender gives up.
    (poison.port === "check" && ++asked >= 3);
  const answer = await client.sayUntilAnswered(id, { ...sent, messageId: id }, isOver);
  if (server.ended() !== null) {
    return { poison, end: "the server ended", tries: asked, outage: Infinity, problems: [`${id}: the server ended`] };
  }
  if (answer === null && poison.port !== "check") problems.push(`${id}: no answer in ${sendersPatience / 1000} s`);
  // A check that throws an error of its own has refused the message, with an id to ask about.
  const isOwnError = poison.port === "check" && poison.fault === "throwing_getters";
  if (answer !== null && answer.status >= 500 && !isOwnError) problems.push(`${id}: status ${answer.status}`);
  if (!(await until(server.isReady))) problems.push(`${id}: the server is not ready`);
  const longest = await outage.stop();

  const held = await desk.list().catch((error: Error) => {
    problems.push(`${id}: ${lastLine(error.message)}`);
    return [];
  });
  const aside = held.find(({ messageId }) => messageId === id);
  const end = aside === undefined ? "reply" : "quarantine";
  const expected = expectedEnd(poison, isIsolated);
  if (expected !== "either" && expected !== end) problems.push(`${id}: ${end} instead of ${expected}`);
  // A fault that can be dealt with inside a process must not end it.
  const isSame = JSON.stringify(server.listeners()) === JSON.stringify(serving);
  if (expected === "reply" && !isSame) problems.push(`${id}: the process ended`);
  const next = await client.sayUntilAnswered(id, { command: { type: "repeat" }, messageId: `${id}-next` }, isOver);
  if (next?.status !== 200) problems.push(`${id}: the next message has ${next?.status ?? "no answer"}`);
  if (aside !== undefined) problems.push(...(await handle(aside, injection)));
  if (effectsOf(api, poison) > 1) problems.push(`${id}: ${effectsOf(api, poison)} effects`);
  const erased = await client.call("DELETE", `/v1/conversations/${id}`);
  if (erased === null || erased.status >= 300) problems.push(`${id}: DELETE has ${erased?.status ?? "no answer"}`);
  return { poison, end, tries: aside?.attempts ?? answer?.tries ?? 0, outage: longest, problems };
}

const effectsOf = (api: ShopApi, { port, fault }: Poison): number => api.effectsOf("book", poisonWord(port, fault));

/** Half of them are dropped; the others are repaired and tried again, which must have the effect once. */
async function handle(aside: QuarantinedMessage, { poison, server, desk, api, repairFile }: Injection) {
  const problems: string[] = [];
  const { port, fault } = poison;
  const name = `${port}-${fault}`;
  try {
    if (!(await desk.show(aside)).includes(aside.messageId)) problems.push(`${name}: show does not show it`);
    const isGone = async (): Promise<boolean> =>
      (await desk.list()).every(({ messageId }) => messageId !== aside.messageId);
    if (faults.indexOf(fault) % 2 === 1) {
      await desk.drop(aside);
      if (!(await isGone())) problems.push(`${name}: it is still there after drop`);
      return problems;
    }
    writeFileSync(repairFile, "");
    await desk.retry(aside);
    if (!(await until(isGone))) problems.push(`${name}: it is still there after retry`);
    const needsEffect = port === "action" || port === "action_runner" || port === "log";
    if (needsEffect && !(await until(async () => effectsOf(api, poison) >= 1)))
      problems.push(`${name}: no effect after retry`);
    if (!(await until(server.isReady))) problems.push(`${name}: not ready after retry`);
  } catch (error) {
    problems.push(`${name}: ${lastLine((error as Error).message)}`);
  } finally {
    rmSync(repairFile, { force: true });
  }
  return problems;
}

/** Asks for a sign of life all the time, and remembers for how long there was none. */
function watchOutage(server: SoniServer): { stop(): Promise<number> } {
  let isOver = false;
  const watch = async (): Promise<number> => {
    let [longest, last] = [0, performance.now()];
    while (!isOver) {
      await sleep(50);
      const response = await fetch(`${server.url}/health/live`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      await response?.arrayBuffer().catch(() => undefined);
      const now = performance.now();
      if (response?.ok === true) {
        longest = Math.max(longest, now - last);
        last = now;
      }
    }
    return longest;
  };
  const watching = watch();
  return {
    async stop() {
      isOver = true;
      return watching;
    },
  };
}

const lastLine = (text: string): string => text.trim().split("\n").slice(-3).join(" / ").slice(-300);
