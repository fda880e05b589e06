import { describe, expect, it, onTestFinished } from "vitest";
import { startReceiver } from "../../../tests/background/webhook-receiver.ts";
import { createWebhook } from "./webhook.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

describe("a webhook", () => {
  it("is signed so that its receiver can check it", async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    await createWebhook(receiver).deliver("msg_1", { type: "message.answered" });
    await expect(createWebhook({ ...receiver, secret }).deliver("msg_2", {})).resolves.toBeUndefined();
    expect(receiver.received).toEqual([{ id: "msg_1", event: { type: "message.answered" } }]);
    expect(receiver.badSignatures).toBe(1);
  });

  it("is refused by its receiver when it is old", async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    // A signature of another day is one that the receiver refuses.
    await createWebhook(receiver, () => Date.now() - 3_600_000).deliver("msg_1", {});
    expect(receiver.badSignatures).toBe(1);
  });

  it.each([
    [500, {}],
    [404, {}],
    [302, { location: "http://127.0.0.1:1/elsewhere" }],
  ])("that answers %i has not received it", async (status, headers) => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    receiver.answer(status, headers);
    await expect(createWebhook(receiver).deliver("msg_1", {})).rejects.toThrow(`answered ${status}`);
  });

  it("that says nothing is given up", async () => {
    const { createServer } = await import("node:net");
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { readonly port: number };
    const webhook = createWebhook({ url: `http://127.0.0.1:${port}/`, secret, milliseconds: 50 });
    await expect(webhook.deliver("msg_1", {})).rejects.toThrow("timeout");
  });

  it.each(["http://shop.example/answers", "ftp://shop.example", "https://ana:secret@shop.example/", "answers"])(
    "cannot be at %s",
    (url) => {
      expect(() => createWebhook({ url, secret })).toThrow("https://");
    },
  );

  it.each(["", "secret", "whsec_c2hvcnQ=", secret.slice(6)])("cannot have the secret '%s'", (wrong) => {
    expect(() => createWebhook({ url: "https://shop.example/", secret: wrong })).toThrow("openssl rand");
  });
});
