/** Between two columns. */
const gap = " │ ";
const narrowest = 100;

/** Two texts beside each other, or one below the other where there is no room. Lines that are too long go on below. */
export function sideBySide(
  { left, right }: { readonly left: readonly string[]; readonly right: readonly string[] },
  width: number,
): readonly string[] {
  if (right.length === 0) return left;
  if (width < narrowest) return [...left, "", ...right];
  const room = Math.floor((width - gap.length - 4) / 2);
  const [first, second] = [left.flatMap((line) => wrapped(line, room)), right.flatMap((line) => wrapped(line, room))];
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) =>
    `${(first[index] ?? "").padEnd(room)}${gap}${second[index] ?? ""}`.trimEnd(),
  );
}

function wrapped(line: string, room: number): readonly string[] {
  if (line.length <= room) return [line];
  const indent = " ".repeat(Math.min(line.length - line.trimStart().length + 2, Math.floor(room / 2)));
  const cut = line.lastIndexOf(" ", room);
  const at = cut > indent.length ? cut : room;
  return [line.slice(0, at), ...wrapped(indent + line.slice(at).trimStart(), room)];
}
