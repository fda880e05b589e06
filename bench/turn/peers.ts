import { existsSync } from "node:fs";

const folder = new URL("../peers/", import.meta.url);

/** Libraries that Soni does not use. bench/peers has its own package.json, and is installed only for this. */
export const peers = {
  bookingXState: { title: "XState", package: "xstate", module: new URL("xstate-booking.ts", folder) },
  bookingBotFramework: {
    title: "Bot Framework",
    package: "botbuilder-dialogs",
    module: new URL("bot-framework-booking.ts", folder),
  },
} as const;

export const isInstalled = (peer: keyof typeof peers): boolean =>
  existsSync(new URL(`node_modules/${peers[peer].package}/package.json`, folder));
