import type { Kind } from "../reading.ts";
import { readAddresses } from "./addresses.ts";
import { readCodes, readIbans, readPlates } from "./codes.ts";
import type { FormReader } from "./form.ts";
import { readNames } from "./names.ts";
import { readEmails, readUrls } from "./online.ts";
import { readPhones } from "./phones.ts";

/** What is told by its form; languages only lend the words around it. */
export const formReaders = {
  email: readEmails,
  phone: readPhones,
  url: readUrls,
  iban: readIbans,
  code: readCodes,
  plate: readPlates,
  address: readAddresses,
  name: readNames,
} as const satisfies { readonly [Name in Kind]?: FormReader };
