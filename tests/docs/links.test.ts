import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { read, root, withLinks } from "./pages.ts";

describe("links in the docs", () => {
  const withoutCode = (file: string): string =>
    read(file)
      .replaceAll(/^```.*?^```$/gms, "")
      .replaceAll(/`[^`\n]*`/g, "");
  const anchors = (file: string): ReadonlySet<string> => {
    const text = read(file);
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/<[^>]*>|[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
    return new Set([...headings, ...[...text.matchAll(/id="([^"]+)"/g)].map(([, id = ""]) => id)]);
  };

  it.each(withLinks)("of %s lead to files and headings that exist", (file) => {
    const links = [...withoutCode(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      if (/^\w+:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : relative(root, join(root, dirname(file), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && target.endsWith(".md") && !anchors(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });
});
