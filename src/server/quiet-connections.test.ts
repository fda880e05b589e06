import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { watchQuietConnections } from "./quiet-connections.ts";

/** A server that answers `/` at once and all else when told to, and connections to it that have arrived. */
async function open() {
  const held: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
    if (request.url === "/") response.end("done");
    else held.push(response);
  });
  const end = watchQuietConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.closeAllConnections());
  const arrive = async (text: string): Promise<Socket> => {
    const arrived = once(server, "connection");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    const [accepted] = await arrived;
    if (text !== "") {
      const received = once(accepted, "data");
      socket.write(text);
      await received;
    }
    return socket;
  };
  const close = () => {
    const closed = once(server, "close");
    end();
    server.close();
    return closed;
  };
  return { server, held, arrive, close };
}
const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`;

it.each([
  ["never said anything", ""],
  ["stopped in the middle of a request", "GET / HT"],
])("a server closes though a client %s", async (_, text) => {
  const { arrive, close } = await open();
  await arrive(text);
  await close();
});

it("a server closes though a client stopped in the middle of its second request", async () => {
  const { arrive, close } = await open();
  const socket = await arrive(request("/"));
  await once(socket, "data");
  socket.write("GET / HT");
  await close();
});

it("what is being answered is answered to the end, and its connection ends then", async () => {
  const { server, held, arrive, close } = await open();
  const asked = once(server, "request");
  const socket = await arrive(request("/slow"));
  await asked;
  const closed = close();
  let answer = "";
  socket.on("data", (part) => {
    answer += part;
  });
  const ended = once(socket, "end");
  held[0]?.end("the whole answer");
  await Promise.all([ended, closed]);
  expect(answer).toContain("the whole answer");
});
