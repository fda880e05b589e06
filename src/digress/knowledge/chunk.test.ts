import { describe, expect, it } from "vitest";
import { chunkMarkdown } from "./chunk.ts";
import { readFaq } from "./read-faq.ts";

describe("cutting Markdown into passages", () => {
  it("makes one of each heading, titled with the headings above it", () => {
    const text = "# Bags\n\nAll fares.\n\n## Hand luggage\n\n8 kg.\n\n### Liquids\n100 ml.\n\n## Checked\n23 kg.\n";
    expect(chunkMarkdown("bags.md", text)).toEqual([
      { source: "bags.md#bags", title: "Bags", text: "All fares." },
      { source: "bags.md#hand-luggage", title: "Bags > Hand luggage", text: "8 kg." },
      { source: "bags.md#liquids", title: "Bags > Hand luggage > Liquids", text: "100 ml." },
      { source: "bags.md#checked", title: "Bags > Checked", text: "23 kg." },
    ]);
  });

  it("keeps text before the first heading and skips empty sections", () => {
    expect(chunkMarkdown("a.md", "Hello.\n\n# Empty\n\n# Full\nText.").map(({ source }) => source)).toEqual([
      "a.md",
      "a.md#full",
    ]);
  });

  it("takes no heading from code, front matter or a Windows line end", () => {
    const text = "---\ntitle: x\n---\r\n# Real\r\n```\r\n# not a heading\r\n```\r\n";
    expect(chunkMarkdown("a.md", text)).toMatchObject([{ title: "Real", source: "a.md#real" }]);
  });

  it("takes the address of a document from its front matter", () => {
    const text = "---\ntitle: Bags\nurl: https://air.example/bags\n---\n# Bags\n8 kg.\n## Checked\n23 kg.\n";
    expect(chunkMarkdown("bags.md", text)).toEqual([
      { source: "bags.md#bags", title: "Bags", text: "8 kg.", url: "https://air.example/bags" },
      { source: "bags.md#checked", title: "Bags > Checked", text: "23 kg.", url: "https://air.example/bags" },
    ]);
  });

  it.each(["javascript:alert(1)", "/bags", "[1, 2]", "ftp://air.example"])("refuses the address %s", (url) => {
    expect(() => chunkMarkdown("bags.md", `---\nurl: ${url}\n---\n# Bags\n8 kg.\n`)).toThrow(
      expect.objectContaining({ code: "knowledge.bad_url", message: expect.stringContaining("'bags.md'") }),
    );
  });

  it("reads a document whose front matter is no YAML", () => {
    expect(chunkMarkdown("a.md", "---\nurl: [\n---\n# A\nText.\n")).toEqual([
      { source: "a.md#a", title: "A", text: "Text." },
    ]);
    expect(chunkMarkdown("a.md", "---\njust words\n---\n# A\nText.\n")).toHaveLength(1);
  });

  it("shows links, emphasis and comments as a person reads them", () => {
    const [chunk] = chunkMarkdown("a.md", "# A\nSee [our **fees**](https://x.example) and `codes`.<!-- secret -->");
    expect(chunk?.text).toBe("See our fees and codes.");
  });

  it("cuts a long section at its paragraphs and gives each piece a place", () => {
    const text = `# Long\n\n${"One. ".repeat(200)}\n\n${"Two. ".repeat(200)}`;
    expect(chunkMarkdown("a.md", text).map(({ source }) => source)).toEqual(["a.md#long", "a.md#long-2"]);
  });

  it("tells sections of the same name apart", () => {
    expect(chunkMarkdown("a.md", "# A\n## Limits\n1\n# B\n## Limits\n2").map(({ source }) => source)).toEqual([
      "a.md#limits",
      "a.md#limits-2",
    ]);
  });
});

describe("reading questions and answers", () => {
  it("makes a passage of each", () => {
    expect(readFaq("faq.yaml", "- { question: Are you open?, answer: 'Yes, always.' }")).toEqual([
      { source: "faq.yaml#are-you-open", title: "Are you open?", text: "Yes, always." },
    ]);
  });

  it("takes the address of an answer", () => {
    const yaml = "- { question: Are you open?, answer: 'Yes.', url: 'https://shop.example/hours' }";
    expect(readFaq("faq.yaml", yaml)).toMatchObject([{ url: "https://shop.example/hours" }]);
    expect(() => readFaq("faq.yaml", yaml.replace("https:", "file:"))).toThrow(
      expect.objectContaining({ code: "knowledge.bad_url" }),
    );
  });

  it.each([["- { question: only }"], ["just text"], ["- {"], ["a: &x [1]\nb: *x"]])(
    "says which file can't be read: %s",
    (yaml) => {
      expect(() => readFaq("faq.yaml", yaml)).toThrow(
        expect.objectContaining({ code: "knowledge.bad_faq", message: expect.stringContaining("'faq.yaml'") }),
      );
    },
  );
});
