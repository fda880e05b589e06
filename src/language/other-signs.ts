import { type LanguageSigns, wordSet } from "./texts.ts";

/** Languages that are only recognised, so that their users can be told politely which ones are spoken here. */
export const otherSigns: Readonly<Record<string, LanguageSigns>> = {
  it: {
    sure: wordSet(
      "vorrei voglio puoi grazie ciao buongiorno buonasera dove perché è gli della delle degli nel nella questo questa",
      "mio anche sono ho",
    ),
    common: wordSet("di che per con un una non mi si lo le il come quando quanto da e o"),
    inNames: wordSet("la del"),
  },
  pt: {
    sure: wordSet(
      "não você vocês quero gostaria preciso obrigado obrigada olá onde são estou tenho meu minha também amanhã hoje",
      "ontem isso muito fazer uma",
    ),
    common: wordSet("o os as um em para por com que se e eu é foi mais"),
    inNames: wordSet("do da dos das de no na"),
  },
  nl: {
    sure: wordSet(
      "ik graag bedankt goedemorgen goedemiddag kunt kun waar wanneer waarom hoeveel niet geen mijn het zijn heb hebben",
      "voor naar ook vandaag alstublieft alsjeblieft jullie een",
    ),
    common: wordSet("en is op te dat met er we aan wil dank"),
    inNames: wordSet("de van die"),
  },
  pl: {
    sure: wordSet(
      "chcę chciałbym chciałabym proszę dziękuję dzień dobry nie jest mam gdzie kiedy dlaczego ile czy się potrzebuję mogę",
    ),
    common: wordSet("jak na z w"),
    inNames: new Set(),
  },
  sv: {
    sure: wordSet("jag inte är och skulle vilja på för ett hej tack behöver när varför"),
    common: wordSet("en att det som med till kan av"),
    inNames: new Set(),
  },
  tr: {
    sure: wordSet("istiyorum merhaba teşekkür teşekkürler lütfen nasıl nerede değil için var bugün yarın"),
    common: wordSet("bir ve bu mi ne de"),
    inNames: new Set(),
  },
};

/** The small words of languages in which nothing is reworded: a rewording that has some of them is in the wrong language. */
export const otherCommonWords: readonly ReadonlySet<string>[] = [
  "le la les des du un une est et vous votre vos je nous pour avec dans sur pas ne que qui au aux ce cette bien été",
  "der die das den dem ein eine ist und sie ihr ihre ich wir für mit auf nicht von zu im am es sind wurde haben",
  "il lo gli di che è e un una per con non sono del della il suo tua tuo ho abbiamo alle nel stato",
  "o os as do da dos das um uma é e você seu sua para com não que no na em foi está são",
].map((words) => wordSet(words));
