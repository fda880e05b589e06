import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHttpKnowledgeBase } from "./create-http-knowledge-base.ts";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`;
}

const answering = (body: unknown, status = 200): Promise<string> =>
  serve((_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });

const search = (url: string, options = {}) => createHttpKnowledgeBase({ url, ...options }).search("bags", { limit: 2 });

describe("an external search", () => {
  it("is asked over HTTP and its best results are shown", async () => {
    const asked: unknown[] = [];
    const url = await serve(async (request, response) => {
      let body = "";
      for await (const part of request) body += String(part);
      asked.push(request.method, request.headers["x-key"], JSON.parse(body));
      const results = [
        { text: "23 kg.", title: "Bags", source: "bags", url: "https://a.example/bags", score: 0.9 },
        { text: "Two." },
      ];
      response.end(JSON.stringify({ results: [...results, { text: "Three." }] }));
    });
    expect(await search(url, { headers: { "x-key": "k" } })).toEqual([
      { text: "23 kg.", title: "Bags", source: "bags", url: "https://a.example/bags", score: 0.9 },
      { text: "Two.", title: "", source: "", score: 1 },
    ]);
    expect(asked).toEqual(["POST", "k", { query: "bags", limit: 2 }]);
  });

  it("has no answer below the score that was set", async () => {
    const url = await answering({ results: [{ text: "Perhaps.", score: 0.2 }] });
    expect(await search(url, { minimumScore: 0.5 })).toEqual([]);
  });

  it("is cut where it writes a book", async () => {
    const [passage] = await search(await answering({ results: [{ text: "x".repeat(9_000) }] }));
    expect(passage?.text).toHaveLength(2_000);
  });

  it.each([
    ["an error", { results: [] }, 500, "knowledge.http_status"],
    ["a page", "<html>", 200, "knowledge.bad_response"],
    ["another shape", { hits: [] }, 200, "knowledge.bad_response"],
    ["a result without text", { results: [{ title: "x" }] }, 200, "knowledge.bad_response"],
    ["an impossible score", { results: [{ text: "x", score: 7 }] }, 200, "knowledge.bad_response"],
    ["more than is read", { results: [{ text: "x".repeat(300_000) }] }, 200, "knowledge.too_large"],
  ])("that sends %s fails clearly", async (_, body, status, code) => {
    await expect(search(await answering(body, status))).rejects.toMatchObject({ code });
  });

  it("that stays silent is given up", async () => {
    const url = await serve(() => undefined);
    await expect(search(url, { timeoutMilliseconds: 30 })).rejects.toMatchObject({ code: "knowledge.timeout" });
  });

  it("that stops in mid-answer is given up", async () => {
    const url = await serve((_, response) => void response.write('{"results": ['));
    await expect(search(url, { timeoutMilliseconds: 30 })).rejects.toMatchObject({ code: "knowledge.timeout" });
  });

  it("that drops the connection or is not there can't be reached", async () => {
    const url = await serve((request) => request.socket.destroy());
    await expect(search(url)).rejects.toMatchObject({ code: "knowledge.unreachable" });
    await expect(search("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "knowledge.unreachable" });
  });

  it("sends our headers nowhere else", async () => {
    let visits = 0;
    const other = await serve((_, response) => {
      visits++;
      response.end('{"results": []}');
    });
    const url = await serve((_, response) => void response.writeHead(307, { location: other }).end());
    await expect(search(url)).rejects.toMatchObject({ code: "knowledge.unreachable" });
    expect(visits).toBe(0);
  });

  it.each([["ftp://a.example"], ["file:///etc/passwd"], ["search"]])("needs a web address, not %s", (url) => {
    expect(() => createHttpKnowledgeBase({ url })).toThrow(expect.objectContaining({ code: "knowledge.bad_url" }));
  });
});
