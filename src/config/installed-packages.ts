import { type OptionalPackage, optionalPackages } from "../engine/optional-packages.ts";

/** The optional packages that can be imported from here. */
export const installedPackages = (): readonly OptionalPackage[] => optionalPackages.filter(isInstalled);

function isInstalled(name: OptionalPackage): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
