import { costsOf, examples, holdConversations, services } from "../../tests/model/hold-examples.ts";

/** What understanding by a model costs on the conversations of the examples, by protocol. Tokens are estimates of the emulators. */
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

console.log("| | | calls a message | tokens a message | shared prefix | found in the cache |");
console.log("|---|---|---|---|---|---|");
for (const example of examples)
  for (const service of services) {
    const held = await holdConversations(example, service);
    const costs = costsOf(held);
    const cells = [
      costs.callsPerMessage.toFixed(2),
      costs.tokensPerMessage.toFixed(0),
      percent(costs.sharedPrefix),
      percent(costs.cached),
    ];
    console.log(`| ${example} | ${service.name} | ${cells.join(" | ")} |`);
    for (const failure of [...held.failures, ...held.unfit]) console.error(failure);
  }

const [service] = services;
if (service !== undefined)
  for (const example of examples) {
    const { messages, cacheHits } = await holdConversations(example, service, { isCached: true });
    console.log(
      `\n${example}, each conversation twice: the session cache answered ${cacheHits} of ${messages} messages.`,
    );
  }
