import { factWords, type RephraseLexicon, set } from "../rephrase-lexicon.ts";

export const englishLexicon: RephraseLexicon = {
  facts: factWords("en", [
    "once twice double both single several few many tonight later next last euro euros dollar dollars pound pounds cent",
    "cents percent kilo kilos half quarter",
    "about around almost nearly approximately roughly least most over under more less than only up per each every all any",
    "maybe perhaps probably possibly might could if before after until since",
    "failed cancelled canceled declined refused rejected approved confirmed pending unable impossible",
  ]),
  negations: set("not no never none nothing nobody neither nor without unless except"),
  offers: [
    /\b(?:will|shall|going to|gonna|would|promis\w*|guarante\w*|ensur\w*|assur\w*|make sure|pledge\w*)\b/g,
    /\b(?:free|refund\w*|discount\w*|complimentary|bonus\w*|gifts?|offer\w*|voucher\w*|upgrad\w*|compensat\w*|reward\w*|deals?)\b/g,
    /\b(?:want|wish|prefer|need|interested|let me|let us|let's|can i|may i|i can|we can|i could|we could)\b/g,
    /\b(?:happy to|glad to|pleased to|here to|ready to|feel free|don't hesitate|hesitate|anything else|something else)\b/g,
    /\b(?:help\w*|assist\w*|contact\w*|call\w*|e-?mail\w*|reach|send\w*|reply|ask|tell me|support)\b/g,
    /\b(?:soon|shortly|immediately|instantly|right away|always|forever|anytime|any time)\b/g,
  ],
  roles: set("from to for at on by before after until till since via with in between and under over"),
  openers: set(
    "a all alright and as at by for from good great here hi hello in it it's its just lovely nice of okay ok on perfect",
    "please so sorry sure thank thanks that that's the there there's these they this those to we we've wonderful excellent",
    "with you you're you've your i i'm i've everything done fantastic unfortunately well right brilliant apologies",
  ),
  common: set(
    "the a an is are was were be been has have had do does did and or but of to in on at for from with by as it its this",
    "that these those you your we our i my me us they their there here so all not no yes can",
  ),
  expand: (text) =>
    text
      .replace(/\bcan't\b|\bcannot\b/g, "can not")
      .replace(/\bwon't\b/g, "will not")
      .replace(/n't\b/g, " not")
      .replace(/'ll\b/g, " will")
      .replace(/'d\b/g, " would"),
};
