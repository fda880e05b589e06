import { SoniError } from "../../domain/errors.ts";

/** Only servers with a background channel have it installed, and only they load it. */
export async function loadPgBoss(): Promise<typeof import("pg-boss")> {
  try {
    return await import("pg-boss");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new SoniError("background.not_installed", "The background channel needs one more package: npm i pg-boss@12", {
      cause: error,
    });
  }
}
