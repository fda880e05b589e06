import { globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/*
 * The last step of `npm run build`: the package ships the declarations that its entries reach. The compiler writes one for each file, which takes
 * as much room as a third of the code, and nobody can import the others.
 */
const dist = join(import.meta.dirname, "../dist");
const { exports } = JSON.parse(readFileSync(join(dist, "../package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};
const entries = Object.values(exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [join(dist, "..", entry.types)],
);

const reached = new Set<string>();
const waiting = [...entries];
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import ?\(?)"([^"]+)"/g)) {
    if (name.startsWith(".")) waiting.push(resolve(dirname(file), name.replace(/[.](?:js|ts)$/, ".d.ts")));
  }
}
for (const file of globSync("**/*.d.ts", { cwd: dist })) {
  const path = join(dist, file);
  if (!reached.has(path)) rmSync(path);
}
