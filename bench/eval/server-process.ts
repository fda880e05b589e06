import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A model that answers everything with the same value after 50 milliseconds: a process of its own, so that it takes no time of ours. */
const delay = 50;
const answer = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "scripted",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: '{"commands":[{"type":"set_slot","slot":"amount","value":50}],"confidence":0.9}',
      },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 },
});

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(answer);
    }, delay);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
