/** Kinds of things people ask for, by the field that a slot's description names. */
const fields = {
  food: `afghan|african|american|argentinian|asian fusion|asian|bakery|barbecue|barbeque|bbq|bistro|brazilian|breakfast|brunch|british|brewery|burgers?|burmese|cafe|cajun|californian|cambodian|cantonese|
  caribbean|chicken|chinese|coffee ?house|coffee|comfort food|continental|creole|cuban|curry|deli|dessert|dim sum|diner|eastern european|ethiopian|european|fast food|filipino|fish|fish and chips|
  freshwater fish|french|fusion|german|greek|grill|halal|hawaiian|healthy|himalayan|hot ?pot|hungarian|ice cream|indian|indonesian|irish|italian|izakaya|jamaican|japanese|korean barbe[cq]ue|korean bbq|korean|
  kosher|laotian|latin american|latin|lebanese|light meal|malaysian|mediterranean|mexican|middle eastern|mongolian|moroccan|nepalese|noodles?|pakistani|pasta|persian|peruvian|pizza and pasta|pizza|polish|
  portuguese|ramen|russian|salads?|salvadoran|sandwich(?:es)?|scandinavian|seafood|singaporean|soul food|soup & salad|soup and salad|soup|southern|southwestern|spanish|sri lankan|steak ?house|steak|street food|sushi|
  szechuan|szcheuan|sichuan|tacos?|taiwanese|tapas|tex-mex|thai|tibetan|turkish|ukrainian|vegan|vegetarian|veggie|venezuelan|vietnamese|wings`,
  film: `action|adventure|animation|animated|anime|art house|biographical|biopic|black comedy|cartoon|comedy|comedies|comedic|comic|coming of age|crime|cult|curious|dark comedy|detective|documentary|documentaries|drama|dramas|dramatic|
  family|fantasy|fiction|film noir|funny|futuristic|gangster|ghost|historical|history|horror|imaginative|kids|life history|love story|mafia|martial arts|melodrama|musical|music|mystery|non-?fiction|offbeat|parody|psychological thriller|
  romance|romantic comedy|romantic|rom-?com|satire|scary|sci-?fi|science fiction|slasher|south asia|sports|spy|superhero|supernatural|suspense|thriller|thrillers|true story|war|western|world`,
  music: `acoustic|afrobeats?|alternative|ambient|blues|bluegrass|bollywood|christian|classical|country|dance|dancehall|disco|dubstep|edm|electronica|electronic|electro|folk|funk|garage|gospel|grunge|hard rock|hip[ -]?hop|
  house|indie|indie rock|instrumental|jazz|k-?pop|latin|metal|metalcore|modern|motown|new age|new wave|opera|orchestral|pop|progressive rock|psychedelic|punk|r&b|r & b|rap|reggae|reggaeton|regional mexican|rock|rock and roll|romantic|
  salsa|samba|ska|soft rock|soul|soundtracks?|swing|synth-?pop|techno|trance|world music`,
  sport: `american football|badminton|baseball|basketball|boxing|cricket|cycling|football|golf|hockey|ice hockey|lacrosse|mma|nascar|rugby|skating|soccer|softball|swimming|tennis|track|volleyball|wrestling`,
} as const;

export type Field = keyof typeof fields;

const pattern = (list: string): string =>
  list
    .replaceAll(/(?<!\s)\s*\n\s*/g, "")
    .split("|")
    .sort((left, right) => right.length - left.length)
    .join("|");

const expressions = new Map(
  (Object.keys(fields) as Field[]).map((field) => [
    field,
    new RegExp(`(?<![\\w-])(?:${pattern(fields[field])})(?![\\w-])`, "gi"),
  ]),
);

/** Fields that a slot's own words point to. */
export function fieldsOf(words: string): readonly Field[] {
  const found: Field[] = [];
  if (/\b(?:cuisine|food|restaurant|dish|meal|eat)/.test(words)) found.push("food");
  if (/\b(?:movie|film)/.test(words)) found.push("film");
  if (/\b(?:song|music|concert|track)/.test(words)) found.push("music");
  if (/\b(?:sport|game|match|concert|event)/.test(words)) found.push("sport", "music");
  return [...new Set(found)];
}

export const expressionOf = (field: Field): RegExp => expressions.get(field) ?? /(?!)/g;
