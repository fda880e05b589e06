import { englishWording } from "./en/wording.ts";
import { spanishWording } from "./es/wording.ts";
import type { Wording } from "./wording.ts";

/** By the code of the language; a language without one is read with the English one. */
export const wordings: Readonly<Record<string, Wording>> = { en: englishWording, es: spanishWording };
