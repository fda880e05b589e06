import { join } from "node:path";

/** Public data that is not part of the project: a folder beside it, or the one that `SONI_SHARED` names. */
export const sharedFolder = process.env["SONI_SHARED"] ?? join(import.meta.dirname, "../../shared");
