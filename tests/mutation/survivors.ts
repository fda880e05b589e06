import { appendFileSync } from "node:fs";
import { relative } from "node:path";

interface Tested {
  readonly status: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

/** A room takes a while: each mutant that no test notices is told at once, in reports/mutation/survivors.txt. */
class Survivors {
  onMutantTested({ status, fileName, mutatorName, replacement = "", location }: Tested): void {
    if (status !== "Survived" && status !== "NoCoverage") return;
    const { line, column } = location.start;
    const place = `${relative(process.cwd(), fileName)}:${line}:${column}`;
    appendFileSync("reports/mutation/survivors.txt", `${place} ${status} ${mutatorName} ${replacement}\n`);
  }
}

/** The name is Stryker's. */
export const strykerPlugins = [{ kind: "Reporter", name: "survivors", injectableClass: Survivors }];
