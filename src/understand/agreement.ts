import { parseYesNo } from "../language/find.ts";
import { foldText } from "../language/fold-text.ts";

/** Folded words that a yes may consist of besides those of `parseYesNo`; English and Spanish. */
const agreeing =
  "agree agreed accept accepted alright amazing approve approved awesome brilliant confirm confirmed confirming cool deal done excellent exactly fantastic fine good happy lets looks lovely nice okey proceed ready super thanks wonderful works acepto adelante bien bueno confirmo confirma confirmado dale encantado estupendo excelente fenomenal genial gracias hazlo hecho listo muy procede sigue venga yes yeah yep sure ok okay correct right perfect great si claro vale correcto perfecto exacto".split(
    " ",
  );
/** What the prompt may have asked for, told as an order: "book it", "go for that one". */
const order =
  /\b(?:accept|block|book|buy|cancel|change|continue|do|finish|get|go|make|move|order|pay|place|proceed|reserve|send|submit|take|transfer)\s+(?:ahead|for|on|it|that|this|them|so|one|the|my|with)\b|\b(?:reservalo|reservala|envialo|mandalo|pagalo|compralo|cancelalo|bloqueala|bloquealo|hazlo)\b/;
const questionWord = /^(?:what|when|where|which|who|whose|why|how|que|cuando|donde|cual|quien|por que|como)\b/;
const questionMark = /[?¿؟？]/;
const lexicons = new Set(["en", "es"]);

/**
 * Whether the user's own words can be a yes. A model that was told to affirm by a document, an old message or a slot
 * value says so whatever the user answers: consent to what is about to be done needs the user's words.
 */
export const couldAgree = (message: string, language: string): boolean => {
  const answer = parseYesNo(message, language);
  if (answer !== null) return answer;
  const text = foldText(message).trim();
  if (text === "") return false;
  // Where we know no words for yes, a short answer that asks nothing has to do.
  if (!lexicons.has(language.slice(0, 2))) return !questionMark.test(text) && text.length <= 40;
  if (questionWord.test(text.replace(/^[¿\s]+/, ""))) return false;
  if (order.test(text) || text.includes("why not")) return true;
  const words = text.replaceAll(/['’]/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  // Alone, an emoji or a sign can be a thumb up; the model has seen it.
  if (words.length === 0) return !questionMark.test(text);
  return !questionMark.test(text) && words.length <= 15 && words.some((word) => agreeing.includes(word));
};
