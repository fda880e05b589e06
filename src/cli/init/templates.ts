import { fileURLToPath } from "node:url";

/** What a new assistant can begin with. Two of them are the examples. */
export const templates = {
  empty: { name: "My assistant", folder: "templates/empty" },
  booking: { name: "Flight booking", folder: "examples/flight_booking" },
  helpdesk: { name: "Help desk", folder: "templates/helpdesk" },
  banking: { name: "Banking", folder: "examples/banking" },
} as const;

export const isTemplate = (name: string): name is keyof typeof templates => Object.hasOwn(templates, name);

/** The same place from src/cli/init and from dist/cli/init. */
export const templateFolder = (name: keyof typeof templates): string =>
  fileURLToPath(new URL(`../../../${templates[name].folder}`, import.meta.url));
