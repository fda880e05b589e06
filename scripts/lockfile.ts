export interface LockedPackage {
  readonly version?: string | undefined;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Optional packages that a recorded one names and that are not recorded themselves: `npm ci` stops at the first. */
export function unrecordedPackages({ packages }: Lockfile): readonly {
  readonly name: string;
  readonly version: string;
  readonly parent: LockedPackage;
}[] {
  const isRecorded = (from: string, name: string): boolean =>
    foldersAbove(from).some((folder) => packages[`${folder}node_modules/${name}`] !== undefined);
  return Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isRecorded(path, name))
      .map(([name, version]) => ({ name, version, parent })),
  );
}

/** Where Node looks for the packages that the one at `path` imports: inside it, beside it, and further up. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split("node_modules/");
  return parts
    .map((_, index) => parts.slice(0, index + 1).join("node_modules/"))
    .map((folder) => (folder === "" || folder.endsWith("/") ? folder : `${folder}/`));
}

/** The paths of packages and of all that they depend on: what `npm install` of them would bring, as far as it is recorded. */
export function packagesBehind({ packages }: Lockfile, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = foldersAbove(from)
      .map((folder) => `${folder}node_modules/${name}`)
      .findLast((each) => packages[each] !== undefined);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => peerDependenciesMeta?.[peer]?.optional !== true);
    for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) visit(path, each);
  };
  for (const name of names) visit("", name);
  return found;
}
