import { z } from "zod";
import { defineCommand } from "../../../src/runtime/define-own.ts";

export const commands = {
  another_one: defineCommand({
    description: "The user wants to send one more parcel, of this weight",
    schema: z.object({ weight: z.string(), express: z.boolean().default(false) }),
    handle: ({ weight, express }) => ({
      commands: [
        { type: "start_flow", flow: "send_parcel", slots: { weight, ...(express ? { speed: "express" } : {}) } },
      ],
    }),
  }),
};
