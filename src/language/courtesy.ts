import { findActs } from "./find-acts.ts";
import { languages } from "./languages.ts";
import { type CourtesyKind, courtesyKinds } from "./texts.ts";

/** The last kind in a message counts: "thanks, bye" is a goodbye. Null for small talk of another kind, in any language. */
export function courtesyIn(message: string): CourtesyKind | null {
  const said = message.normalize("NFC");
  const found = Object.keys(languages)
    .flatMap((code) => findActs(said, code))
    .flatMap(({ value, start }) => {
      const kind = courtesyKinds.find((each) => each === value);
      return kind === undefined ? [] : [{ kind, start }];
    });
  return found.toSorted((left, right) => right.start - left.start)[0]?.kind ?? null;
}
