import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { roles } from "../../src/server/access/grants.ts";
import { type JwtAccess, parseJwtRoles } from "../../src/server/access/json-web-tokens.ts";
import { type Answer, type Running, startServer } from "./start-server.ts";

const codeOf = ({ status, body }: Answer): readonly unknown[] => [status, body.code];

describe("JSON web tokens", () => {
  const issuer = "https://login.example";
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  beforeAll(async () => {
    keys = await generateKeyPair("ES256");
  });

  const start = async (mapping: Partial<JwtAccess> = {}): Promise<Running> => {
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "ES256", use: "sig" };
    const published = createHttpServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
    await new Promise<void>((resolve) => published.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void published.close());
    const jwksUrl = `http://127.0.0.1:${(published.address() as AddressInfo).port}/jwks`;
    return startServer({ access: { jwt: { issuer, audience: "soni", jwksUrl, ...mapping } } });
  };
  /** A token that is in order. */
  const draft = (subject: string, claims: JWTPayload = {}, alg = "ES256"): SignJWT =>
    new SignJWT(claims)
      .setProtectedHeader({ alg, kid: "k1" })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience("soni")
      .setExpirationTime("5m");
  const sign = (subject: string, claims?: JWTPayload) => draft(subject, claims).sign(keys.privateKey);

  it("name the user, who owns their conversations under any of their tokens", async () => {
    const server = await start();
    const id = await server.begin(await sign("ana"));
    expect((await server.say(id, "10 to Ann", await sign("ana"))).status).toBe(200);
    expect(codeOf(await server.say(id, "10 to Ann", await sign("bob")))).toEqual([404, "conversation.unknown"]);
    const [{ conversationId = "" } = {}] = await server.soni.conversations();
    expect((await server.soni.getState(conversationId))?.session).toMatchObject({ user: "ana" });
  });

  it("say with each message whether its turn may be learnt from", async () => {
    const server = await start();
    const id = await server.begin(await sign("ana"));
    await server.say(id, "10 to Ann", await sign("ana", { consent: { training: true } }));
    await server.say(id, "20 to Ann", await sign("ana", { consent: { training: "true" } }));
    const [{ conversationId = "" } = {}] = await server.soni.conversations();
    const said = (await server.soni.audit(conversationId)).slice(-2);
    expect(said.map(({ training }) => training)).toEqual([true, undefined]);
  });

  it("give no role by themselves, whatever they call it", async () => {
    const server = await start();
    const token = await sign("eva", { roles: [...roles], role: "developer" });
    expect((await server.call("GET", "/v1/assistant", { token })).body.developer).toBe(false);
    for (const [method, path] of [
      ["GET", "/metrics"],
      ["GET", "/v1/quarantine"],
      ["DELETE", "/v1/users/ana/conversations"],
    ] as const) {
      expect(codeOf(await server.call(method, path, { token }))).toEqual([403, "access.forbidden"]);
    }
  });

  it.each([
    ["a list", undefined, { roles: ["staff", "chat-builders"] }],
    ["words in a string", undefined, { roles: "staff chat-builders" }],
    ["another claim", "groups", { groups: ["chat-builders"], roles: ["nobody"] }],
    [
      "a claim with dots in its name",
      "https://login.example/roles",
      { "https://login.example/roles": ["chat-builders"] },
    ],
    ["a claim within another", "realm_access.roles", { realm_access: { roles: ["chat-builders"] } }],
  ])("give the roles that the operator maps: %s", async (_, rolesClaim, claims) => {
    const mapping = { roles: parseJwtRoles(["chat-builders=developer", "privacy=erasure"]) };
    const server = await start({ ...mapping, ...(rolesClaim === undefined ? {} : { rolesClaim }) });
    const token = await sign("eva", claims);
    expect((await server.call("GET", "/v1/assistant", { token })).body.developer).toBe(true);
    const erasure = await server.call("DELETE", "/v1/users/ana/conversations", { token });
    expect(codeOf(erasure)).toEqual([403, "access.forbidden"]);
    const inherited = await sign("eva", { roles: ["__proto__", "constructor"] });
    expect((await server.call("GET", "/v1/assistant", { token: inherited })).body.developer).toBe(false);
  });

  it("cannot make a service, and a mapping that is no mapping is refused", async () => {
    await expect(start({ roles: parseJwtRoles(["gateway=service"]) })).rejects.toThrow("SONI_TOKENS");
    for (const wrong of ["developer", "=developer", "staff="]) {
      expect(() => parseJwtRoles([wrong])).toThrow("not of the form");
    }
    expect(() => parseJwtRoles(["staff=admin"])).toThrow("'admin' of 'staff' is no role");
  });

  it("are refused if a claim holds what no database can store", async () => {
    const server = await start();
    for (const subject of ["ana\u0000", "\u001b[2J", "half \ud800", "a".repeat(2000)]) {
      const answer = await server.call("POST", "/v1/conversations", { token: await sign(subject), json: {} });
      // The signer itself writes half a character as a whole one.
      expect(subject.isWellFormed() ? codeOf(answer) : [401, "access.bad_token"]).toEqual([401, "access.bad_token"]);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it("are refused if expired, of another issuer, for another audience, unsigned or forged", async () => {
    const server = await start();
    const other = await generateKeyPair("ES256");
    const forged = await draft("ana").sign(other.privateKey);
    const [, payload = ""] = (await sign("ana")).split(".");
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.x`;
    const shared = await draft("ana", {}, "HS256").sign(new Uint8Array(32));
    for (const token of [
      await draft("ana").setExpirationTime(1).sign(keys.privateKey),
      await draft("ana").setIssuer("https://evil.example").sign(keys.privateKey),
      await draft("ana").setAudience("other").sign(keys.privateKey),
      forged,
      none,
      shared,
    ]) {
      expect(codeOf(await server.call("GET", "/v1/conversations", { token }))).toEqual([401, "access.bad_token"]);
    }
  });

  it("cannot be checked while the issuer is away: 503, not 401", async () => {
    const server = await startServer({
      access: { jwt: { issuer, audience: "soni", jwksUrl: "http://127.0.0.1:9/jwks" } },
    });
    const answer = await server.call("GET", "/v1/conversations", { token: await sign("ana") });
    expect(codeOf(answer)).toEqual([503, "access.unavailable"]);
    expect(answer.headers.get("retry-after")).toBe("5");
  });
});
