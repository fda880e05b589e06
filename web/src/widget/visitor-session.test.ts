import { describe, expect, it } from "vitest";
import { createVisitorSession } from "./visitor-session.ts";

/** A browser's storage, shared by its tabs. */
function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  } as unknown as Storage;
}

/** Answers like POST /v1/visitors, and keeps what it was asked with. */
function fakeServer() {
  const asked: string[] = [];
  const refused = new Set<string>();
  const send = (async (_: unknown, { headers }: RequestInit) => {
    const credential = (headers as Record<string, string>)["authorization"]?.slice("Bearer ".length) ?? "";
    asked.push(credential);
    if (refused.has(credential)) return Response.json({ status: 401, code: "access.bad_token" }, { status: 401 });
    const number = asked.length;
    return Response.json({ token: `token-${number}`, renewal: `renewal-${number}`, expiresIn: 3600 }, { status: 201 });
  }) as typeof fetch;
  return { asked, refused, send };
}

function openTab(server: ReturnType<typeof fakeServer>, storage: () => Storage, now: () => number = () => 0) {
  return createVisitorSession({ base: "https://chat.example/", siteKey: "site-key", storage, now, send: server.send });
}

describe("a visitor's session", () => {
  it("begins with the site key once, however many requests and tabs want a token", async () => {
    const server = fakeServer();
    const storage = memoryStorage();
    const tab = openTab(server, () => storage);
    expect(await Promise.all([tab.token(), tab.token()])).toEqual(["token-1", "token-1"]);
    expect(await openTab(server, () => storage).token()).toBe("token-1");
    expect(server.asked).toEqual(["site-key"]);
  });

  it("is renewed by its own renewal before its token expires", async () => {
    const server = fakeServer();
    const storage = memoryStorage();
    let now = 0;
    const tab = openTab(
      server,
      () => storage,
      () => now,
    );
    await tab.token();
    now = 3_000_000;
    expect(await tab.token()).toBe("token-2");
    expect(server.asked).toEqual(["site-key", "renewal-1"]);
  });

  it("is renewed when the server refuses the token, and begins anew when it refuses the renewal too", async () => {
    const server = fakeServer();
    const storage = memoryStorage();
    const tab = openTab(server, () => storage);
    const first = await tab.token();
    expect(await tab.token(first)).toBe("token-2");
    server.refused.add("renewal-2");
    expect(await tab.token("token-2")).toBe("token-4");
    expect(server.asked).toEqual(["site-key", "renewal-1", "renewal-2", "site-key"]);
  });

  it("lasts as long as the page where storage is forbidden", async () => {
    const server = fakeServer();
    const tab = openTab(server, () => {
      throw new Error("SecurityError");
    });
    expect([await tab.token(), await tab.token()]).toEqual(["token-1", "token-1"]);
  });
});
