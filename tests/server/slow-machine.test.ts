import { expect, it } from "vitest";
import { startServer } from "./start-server.ts";

it("a server on a machine that is busy starts late, not never", async () => {
  const { app } = await startServer();
  expect(app.initialConfig.pluginTimeout).toBe(0);
});
