import fc from "fast-check";
import { seed } from "../chaos/seed.ts";

/** Properties draw the same cases in every `npm test`; `npm run test:fresh-seeds` draws new ones. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
