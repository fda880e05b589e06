import { SoniError } from "./errors.ts";

/** Packages that come with no installation of Soni, with the major version that it works with: package.json has the same. */
const majors = {
  pg: 8,
  ioredis: 6,
  "pg-boss": 12,
  ai: 7,
  "@ai-sdk/openai": 4,
  "@ai-sdk/anthropic": 4,
  "@ai-sdk/openai-compatible": 3,
} as const;

export type OptionalPackage = keyof typeof majors;

/** The features that need them: stores, model providers and the background channel. */
const packagesFor = {
  postgres: ["pg"],
  redis: ["ioredis"],
  background: ["pg-boss"],
  openai: ["ai", "@ai-sdk/openai"],
  anthropic: ["ai", "@ai-sdk/anthropic"],
  openai_compatible: ["ai", "@ai-sdk/openai-compatible"],
} as const satisfies Record<string, readonly OptionalPackage[]>;

export type PackageNeed = keyof typeof packagesFor;

export const optionalPackages = Object.keys(majors) as readonly OptionalPackage[];

/** Says what is missing and how to get it; null if all of it is installed. */
export function missingPackages(need: PackageNeed, isInstalled: (name: OptionalPackage) => boolean): string | null {
  const missing = packagesFor[need].filter((name) => !isInstalled(name));
  return missing.length === 0 ? null : askFor(need, missing);
}

/** Imports what a need asks for. Where it is not installed, the error says how to install it. */
export async function loadPackages<Module>(need: PackageNeed, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [, name] = /^Cannot find package '([^']+)'/.exec(error instanceof Error ? error.message : "") ?? [];
    // A package that is there and lacks one of its own is another matter: its own message says which.
    if (!packagesFor[need].some((each) => each === name)) throw error;
    throw new SoniError("package.not_installed", askFor(need, packagesFor[need]), { cause: error });
  }
}

function askFor(need: PackageNeed, names: readonly OptionalPackage[]): string {
  const versions = names.map((name) => `${name}@${majors[name]}`);
  return `'${need}' needs ${names.length === 1 ? "a package" : "packages"} that Soni does not bring: npm install ${versions.join(" ")}`;
}
