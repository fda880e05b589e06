import { describe, expect, it } from "vitest";
import { countedAddress } from "../../src/server/access/principal.ts";
import { parseTrustedProxies, type TrustedProxies } from "../../src/server/access/trusted-proxies.ts";
import { openSocket } from "./open-socket.ts";
import { type Answer, type Running, startServer } from "./start-server.ts";

const codeOf = ({ status, body }: Answer): readonly unknown[] => [status, body.code];
const start = (limits = {}, trustProxy: TrustedProxies = 1): Promise<Running> =>
  startServer({ access: { insecure: true }, limits, trustProxy });

/** A client behind the proxy: what it claims itself, then what the proxy has seen. */
const from = (address: string, claimed = "") => ({
  "x-forwarded-for": claimed === "" ? address : `${claimed}, ${address}`,
});

/** A browser that opens the page and keeps its cookie. */
async function openBrowser(server: Running, address: string) {
  const first = await server.call("GET", "/v1/assistant", { headers: from(address) });
  const set = first.headers.get("set-cookie") ?? "";
  const headers = { ...from(address), cookie: set.split(";", 1)[0] ?? "" };
  const ask = (method: string, path: string, json?: unknown) =>
    server.call(method, path, { headers, ...(json === undefined ? {} : { json }) });
  return { set, headers, ask, begin: async () => (await ask("POST", "/v1/conversations", {})).body.conversationId };
}

describe("anonymous users", () => {
  it("are told apart by a cookie that scripts cannot read, also behind one address", async () => {
    const server = await start();
    const [ana, bob] = [await openBrowser(server, "203.0.113.7"), await openBrowser(server, "203.0.113.7")];
    expect(ana.set).toMatch(/^soni_visitor=[\w-]{22}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect(ana.headers.cookie).not.toBe(bob.headers.cookie);
    const id = await ana.begin();
    expect(codeOf(await bob.ask("GET", `/v1/conversations/${id}`))).toEqual([404, "conversation.unknown"]);
    expect((await ana.ask("GET", `/v1/conversations/${id}`)).status).toBe(200);
    expect((await ana.ask("GET", "/v1/assistant")).headers.get("set-cookie")).toBeNull();
    for (const method of ["GET", "DELETE"]) {
      expect(codeOf(await ana.ask(method, "/v1/conversations"))).toEqual([403, "access.forbidden"]);
    }
    // The cookie is the user: another address is the same one on the way.
    const moved = { ...ana.headers, ...from("198.51.100.9") };
    expect((await server.call("GET", `/v1/conversations/${id}`, { headers: moved })).status).toBe(200);
  });

  it("without a cookie are told apart by address, and get none where a conversation begins", async () => {
    const server = await start();
    const begun = await server.call("POST", "/v1/conversations", { json: {}, headers: from("203.0.113.7") });
    expect(begun.headers.get("set-cookie")).toBeNull();
    const read = (address: string) =>
      server.call("GET", `/v1/conversations/${begun.body.conversationId}`, { headers: from(address) });
    expect((await read("203.0.113.7")).status).toBe(200);
    expect((await read("203.0.113.8")).status).toBe(404);
  });

  it("get a cookie for encrypted connections only, where theirs is one", async () => {
    const server = await start();
    const headers = { ...from("203.0.113.7"), "x-forwarded-proto": "https" };
    expect((await server.call("GET", "/v1/assistant", { headers })).headers.get("set-cookie")).toMatch(/; Secure$/);
  });

  it("gain neither requests nor sockets by new cookies", async () => {
    const server = await start({ requestsPerMinute: 12, socketsPerAddress: 2 });
    const cookie = (index: number) => `soni_visitor=${String(index).padStart(22, "0")}`;
    const headersOf = (index: number) => ({ ...from("203.0.113.7"), cookie: cookie(index) });
    const ids: string[] = [];
    for (const index of [0, 1, 2]) {
      const begun = await server.call("POST", "/v1/conversations", { json: {}, headers: headersOf(index) });
      ids.push(begun.body.conversationId);
    }
    const sockets = ids.map((id, index) => () => openSocket(server, id, { headers: headersOf(index) }));
    for (const open of sockets.slice(0, 2)) await open().until(({ type }) => type === "ready");
    const refused = sockets[2]?.();
    expect(await refused?.until(({ type }) => type === "error")).toMatchObject({
      problem: { code: "request.too_many" },
    });
    const statuses: number[] = [];
    for (let index = 10; index < 30; index += 1) {
      statuses.push((await server.call("GET", "/v1/assistant", { headers: headersOf(index) })).status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(12);
  });
});

describe("forged addresses", () => {
  it("gain nothing: 700 requests with 700 of them are counted as one client's", async () => {
    for (const proxies of [1, ["127.0.0.1"]] as const) {
      const server = await start({ requestsPerMinute: 50 }, proxies);
      const statuses = await Promise.all(
        Array.from({ length: 700 }, async (_, index) => {
          const forged = `10.${index >> 8}.${index & 255}.1`;
          return (await server.call("GET", "/v1/assistant", { headers: from("203.0.113.7", forged) })).status;
        }),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    }
  });

  it("of somebody who is no trusted proxy are not read at all", async () => {
    const server = await start({ requestsPerMinute: 2 }, ["192.0.2.1"]);
    const statuses: number[] = [];
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      statuses.push((await server.call("GET", "/v1/assistant", { headers: from(address) })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"],
    ["2001:DB8::1:2:3:4", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["anything", "unknown"],
  ])("%s counts as %s", (address, counted) => expect(countedAddress(address)).toBe(counted));
});

describe("--trust-proxy", () => {
  it.each([
    ["2", 2],
    ["10.0.0.0/8", ["10.0.0.0/8"]],
    ["10.0.0.0/8, ::1,fd00::/8", ["10.0.0.0/8", "::1", "fd00::/8"]],
  ])("takes %s", (text, proxies) => expect(parseTrustedProxies(text)).toEqual(proxies));

  it.each([true, "0", "33", "true", "10.0.0.0/33", "10.0.0.0/0", "examples/banking", "::/129", ""] as const)(
    "refuses '%s' and names the choices",
    (text) => expect(() => parseTrustedProxies(text)).toThrow(/the number of proxies.*addresses and networks/),
  );

  it("refuses to believe everyone, in programs without types too", async () => {
    const everyone = true as unknown as TrustedProxies;
    await expect(start({}, everyone)).rejects.toMatchObject({ code: "access.bad_proxies" });
  });
});
