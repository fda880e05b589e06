import type { ResponseDefinition } from "../../engine/assistant/settings.ts";
import type { Template } from "../../engine/assistant/template.ts";
import { parseTemplate } from "../../engine/flow/template.ts";
import type { Path } from "../locate.ts";
import { checkName } from "../names.ts";
import type { Report } from "../report.ts";
import { readBySchema } from "../schema/read.ts";
import { type ResponseContent, responseSchema } from "../schema/response.ts";
import { isRecord } from "../source.ts";

export function readResponses(data: unknown, report: Report): ReadonlyMap<string, ResponseDefinition> {
  const responses = new Map<string, ResponseDefinition>();
  for (const [name, content] of Object.entries(isRecord(data) ? data : {})) {
    const path: Path = ["responses", name];
    if (!checkName({ kind: "response", name, path, atKey: true }, report)) continue;
    const { value } = readBySchema(responseSchema, content, { path, report });
    if (value !== null) responses.set(name, compileResponse(value, path, report));
  }
  return responses;
}

function compileResponse(content: ResponseContent, path: Path, report: Report): ResponseDefinition {
  const parse = (text: string, place: Path): readonly Template[] => {
    const parsed = parseTemplate(text);
    if (parsed.ok) return [parsed.template];
    report.add({ code: "template.syntax", path: place, message: parsed.message, offset: parsed.offset });
    return [];
  };
  if (typeof content === "string") {
    const [template] = parse(content, path);
    return { ...(template === undefined ? {} : { default: template }), variations: [], languages: new Map() };
  }
  const { default: first, variations = [], ...others } = content;
  const [template] = first === undefined ? [] : parse(first, [...path, "default"]);
  const languages = new Map<string, readonly Template[]>();
  for (const [language, texts] of Object.entries(others)) {
    const place = [...path, language];
    if (!isLanguage(language)) {
      report.add({
        code: "response.unknown_language",
        path: place,
        atKey: true,
        message: `'${language}' is no language tag such as es or pt-BR; besides them there are only default and variations.`,
      });
      continue;
    }
    const templates =
      typeof texts === "string" ? parse(texts, place) : texts.flatMap((text, index) => parse(text, [...place, index]));
    languages.set(language, templates);
  }
  return {
    ...(template === undefined ? {} : { default: template }),
    variations: variations.flatMap((text, index) => parse(text, [...path, "variations", index])),
    languages,
  };
}

/** Well formed and known to the runtime: `defualt` has the form of no language, `xx` is none. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.DisplayNames.supportedLocalesOf([tag]).length > 0;
  } catch {
    return false;
  }
}
