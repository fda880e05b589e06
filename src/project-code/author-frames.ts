import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Our own source: what an author looks for is never there. */
const ours = fileURLToPath(new URL("..", import.meta.url));

/** Nobody reads further down. */
const mostFrames = 8;

interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Frame extends SourcePlace {
  readonly name: string;
}

/** The lines of a stack that are in the author's files, as `charge (actions.ts:12:11)`, the innermost first. */
export function authorFrames(stack: string | null): readonly string[] {
  return framesOf(stack)
    .slice(0, mostFrames)
    .map((frame) => (frame.name === "" ? shownPlace(frame) : `${frame.name} (${shownPlace(frame)})`));
}

/** Where in the author's files an error came from. */
export const authorPlace = (stack: string | null): SourcePlace | null => framesOf(stack)[0] ?? null;

/** As terminals and editors link it: from the working directory, if it is below it. */
export function shownPlace({ file, line, column }: SourcePlace): string {
  return `${shownFile(file)}:${line}:${column}`;
}

function shownFile(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith("..") || isAbsolute(near) ? file : near;
}

function framesOf(stack: string | null): readonly Frame[] {
  return (stack ?? "").split("\n").flatMap((line) => {
    const text = line.trim();
    if (!text.startsWith("at ")) return [];
    const opening = text.endsWith(")") ? text.lastIndexOf("(") : -1;
    const name = opening < 0 ? "" : text.slice(3, opening).trim();
    const place = readPlace(opening < 0 ? text.slice(3).replace(/^async /, "") : text.slice(opening + 1, -1));
    return place === null || !isAuthors(place.file) ? [] : [{ name, ...place }];
  });
}

/** Reads `file:///home/ana/actions.ts?edition=dev-1:12:11`. */
function readPlace(text: string): SourcePlace | null {
  const [column, line, ...rest] = text.split(":").reverse();
  const where = rest.reverse().join(":");
  if (!isNumber(line) || !isNumber(column) || where === "") return null;
  return { file: fileOf(where), line: Number(line), column: Number(column) };
}

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d+$/.test(text);

/** Of an address in a stack, without the edition that tells apart two imports of one file. */
export function fileOf(where: string): string {
  const [address = ""] = where.split("?", 1);
  return address.startsWith("file:") && URL.canParse(address) ? fileURLToPath(address) : address;
}

const isAuthors = (file: string): boolean =>
  !file.startsWith("node:") && isAbsolute(file) && !file.startsWith(ours) && !/[\\/]node_modules[\\/]/.test(file);
