import { describe, expect, it } from "vitest";
import { bars } from "./bars.ts";
import { curves } from "./curves.ts";
import { difference, diffLines, nearChanges } from "./difference.ts";
import { heatMap } from "./heat-map.ts";
import { markup, text } from "./markup.ts";
import { columns, figure, folded, page } from "./page.ts";
import { chip, table } from "./table.ts";
import { tree } from "./tree.ts";

const attack = `<img src=x onerror="alert('1')">&`;
const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";

describe("a report", () => {
  it("reads nothing that users wrote as HTML, wherever it stands", () => {
    const pictures = [
      table([{ label: attack }], [[attack], [[chip(attack), attack]]]),
      bars([{ label: attack, value: 0.5, low: 0.4, high: 0.6, note: attack }], attack),
      curves([{ name: attack, points: [{ x: 0, y: 1, note: attack }] }], { title: attack, x: attack, y: attack }),
      heatMap({ title: attack, rows: [attack], columns: [attack], values: [[1]], corner: attack }),
      heatMap({ title: attack, rows: [attack], columns: [attack], values: [[1]], corner: attack, form: "shades" }),
      tree([{ id: 0, parents: [], label: attack, note: attack, tone: "plain" }], attack),
      difference(attack, ""),
      folded(attack, [columns([text(attack)])]),
      figure({ label: attack, value: attack, note: attack }),
    ];
    const html = page({
      title: attack,
      subtitle: attack,
      figures: pictures,
      sections: [{ title: attack, about: attack, content: pictures }],
    });
    expect(html).toContain(escaped);
    expect(html).not.toContain("<img");
    expect(html.startsWith("<!doctype html>")).toBe(true);
  });

  it("has every tag closed", () => {
    const html = page({
      title: "t",
      subtitle: "s",
      figures: [figure({ label: "l", value: "1" })],
      sections: [
        {
          title: "a",
          content: [table([{ label: "n", align: "number" }], [[1], [2]]), bars([], "none"), difference("a", "b")],
        },
      ],
    });
    const open = [...html.matchAll(/<([a-z0-9]+)(?=[\s>])[^>]*[^/]>|<([a-z0-9]+)>/g)].map(
      (found) => found[1] ?? found[2] ?? "",
    );
    const closed = [...html.matchAll(/<\/([a-z0-9]+)>/g)].map(([, name]) => name ?? "");
    const alone = new Set(["meta", "doctype"]);
    const count = (list: readonly string[]) =>
      Object.fromEntries([...new Set(list)].sort().map((name) => [name, list.filter((each) => each === name).length]));
    expect(count(closed)).toEqual(count(open.filter((name) => !alone.has(name))));
  });

  it("shows no table without rows", () => {
    expect(table([{ label: "n" }], []).html).toBe("");
  });

  it("keeps values on their axes, whatever they are", () => {
    const { html } = bars([{ label: "a", value: 7, low: -3, high: 9, note: "" }], "t");
    expect(html).toContain('x="250" y="4" width="480"');
    expect(curves([{ name: "c", points: [{ x: 5, y: -2 }] }], { title: "t", x: "x", y: "y" }).html).not.toMatch(
      /NaN|Infinity/,
    );
  });

  it("escapes parts of a template and keeps pieces of HTML", () => {
    expect(markup`<b>${"<"}${[text(">"), null, undefined, 3]}</b>`.html).toBe("<b>&lt;&gt;3</b>");
  });
});

describe("a tree", () => {
  it("puts each node right of its parents, and no two in one place", () => {
    const parents = [[], [0], [0], [1], [0], [3, 2], [5], []];
    const { html } = tree(
      parents.map((of, id) => ({ id, parents: of, label: "", note: "", tone: "plain" as const })),
      "t",
    );
    const places = [...html.matchAll(/<circle cx="(\d+)" cy="(\d+)"/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    expect(new Set(places.map(String)).size).toBe(parents.length);
    for (const [id, of] of parents.entries())
      for (const parent of of) expect(places[id]?.[0]).toBeGreaterThan(places[parent]?.[0] ?? Number.NaN);
    expect(html.match(/<path/g)?.length).toBe(7);
  });
});

describe("a difference", () => {
  it("leaves out what is far from a change", () => {
    const lines = (text: string) => text.split(" ").map((word) => ({ kind: "same" as const, text: word }));
    const all = [...lines("a b c d"), { kind: "added" as const, text: "x" }, ...lines("e f g h")];
    expect(nearChanges(all, 1).map(({ text: line }) => line)).toEqual(["…", "d", "x", "e", "…"]);
    expect(nearChanges(lines("a b c"), 1).map(({ text: line }) => line)).toEqual(["…"]);
    expect(nearChanges(all, Number.POSITIVE_INFINITY)).toEqual(all);
  });

  it("keeps what two texts share, and marks what came and went", () => {
    expect(diffLines("a\nb\nc\nd", "a\nc\nx\nd").map(({ kind, text: line }) => `${kind[0]} ${line}`)).toEqual([
      "s a",
      "r b",
      "s c",
      "a x",
      "s d",
    ]);
  });

  it.each([
    ["", ""],
    ["a", ""],
    ["", "a\nb"],
    ["x\ny", "y\nx"],
  ])("of %j and %j gives both back", (before, after) => {
    const lines = diffLines(before, after);
    const without = (kind: string) =>
      lines
        .filter((line) => line.kind !== kind)
        .map((line) => line.text)
        .join("\n");
    expect([without("added"), without("removed")]).toEqual([before, after]);
  });
});
