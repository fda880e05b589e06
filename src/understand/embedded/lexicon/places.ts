/** Places that are recognised without capitals or prepositions; others are found by how they are written. */
const cities = `
abu dhabi|accra|addis ababa|adelaide|alameda|albany|albuquerque|alexandria|algiers|alicante|almaty|amman|amsterdam|anaheim|anchorage|ankara|antioch|antwerp|
athens|atlanta|auckland|austin|baghdad|bakersfield|baku|bali|baltimore|bangalore|bangkok|barcelona|basel|beijing|beirut|belfast|belgrade|belmont|benicia|
bergen|berkeley|berlin|bern|bilbao|birmingham|bogota|bologna|bordeaux|boston|brasilia|bratislava|brentwood|brisbane|bristol|brussels|bucharest|budapest|
buenos aires|buffalo|burlingame|cairo|calgary|cambridge|campbell|canberra|cancun|cape town|caracas|cardiff|casablanca|castro valley|charlotte|chennai|
chicago|chi-town|christchurch|cincinnati|cleveland|cologne|colombo|columbus|concord|copenhagen|cordoba|corte madera|cotati|cupertino|dakar|dallas|daly city|damascus|danville|
davis|delhi|denver|detroit|doha|dubai|dublin|dubrovnik|durban|dusseldorf|edinburgh|edmonton|el cerrito|el paso|el sobrante|emeryville|fairfax|fairfield|florence|
fort worth|foster city|frankfurt|fremont|fresno|geneva|genoa|ghent|gilroy|glasgow|gothenburg|granada|guadalajara|guangzhou|half moon bay|hamburg|hanoi|havana|hayward|healdsburg|
helsinki|hercules|hiroshima|ho chi minh city|hollywood|hong kong|honolulu|houston|hyderabad|ibiza|indianapolis|innsbruck|istanbul|jacksonville|jaipur|jakarta|jeddah|jerusalem|
johannesburg|kabul|kansas city|karachi|kathmandu|kiev|kigali|kingston|krakow|kuala lumpur|kuwait city|kyiv|kyoto|lafayette|lagos|lahore|lake tahoe|larkspur|las palmas|
las vegas|vegas|lausanne|leeds|leipzig|leon|lima|lisbon|liverpool|livermore|ljubljana|london|long beach|los altos|los angeles|los gatos|louisville|luxembourg|lyon|
macau|madrid|malaga|mallorca|malta|manchester|manila|marrakech|marseille|martinez|mecca|melbourne|memphis|menlo park|mexico city|ciudad de mexico|cdmx|miami|milan|milano|mill valley|
millbrae|milpitas|milwaukee|minneapolis|minsk|mombasa|montevideo|montreal|monterey|moraga|morgan hill|moscow|mountain view|mumbai|munich|muscat|nairobi|nantes|napa|naples|nashville|
newark|new delhi|new orleans|new york city|new york|nicosia|novato|nuremberg|oakland|oakley|orinda|orlando|osaka|oslo|ottawa|oxford|pacifica|palermo|palma|palo alto|pamplona|
panama city|paris|perth|petaluma|philadelphia|philly|phoenix|phnom penh|piedmont|pinole|pittsburg|pittsburgh|pleasant hill|pleasanton|port louis|portland|porto|prague|pretoria|quebec|quito|
reno|redwood city|reykjavik|richmond|riga|rio de janeiro|rio|riyadh|rohnert park|rome|roma|rotterdam|sacramento|saint petersburg|salt lake city|salzburg|san anselmo|san antonio|san bruno|
san carlos|san diego|san francisco|san fran|san jose|san juan|san leandro|san lorenzo|san mateo|san pablo|san rafael|san ramon|san salvador|san sebastian|santa barbara|santa clara|
santa cruz|santa fe|santa rosa|santander|santiago|santo domingo|sao paulo|sarajevo|saratoga|sausalito|seattle|sebastopol|seoul|seville|sevilla|shanghai|sheffield|shenzhen|singapore|sofia|
sonoma|south san francisco|stavanger|st louis|st. louis|stockholm|stockton|strasbourg|stuttgart|suisun city|sunnyvale|sydney|taipei|tallinn|tampa|tashkent|tbilisi|tehran|tel aviv|
tenerife|thessaloniki|tiburon|tokyo|toledo|toronto|toulouse|tracy|tunis|turin|ukiah|union city|utrecht|vacaville|valencia|valladolid|vallejo|valletta|vancouver|venice|verona|vienna|
vigo|vilnius|walnut creek|warsaw|washington d\\.?c\\.?|washington dc|washington|wellington|windsor|winnipeg|woodside|wuhan|yokohama|zagreb|zaragoza|zurich|
nyc|sfo|lax|jfk|la|sf|sd|atl|ny|dc|kl`;

const regions = `alabama|alaska|arizona|arkansas|california|calif|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|
massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|
rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|west virginia|wisconsin|wyoming|ontario|british columbia|alberta|usa|u\\.s\\.a?\\.?|us|uk|u\\.k\\.|england|scotland|wales|
ireland|france|spain|germany|italy|portugal|canada|mexico|australia|india|kenya|japan|china|brazil|argentina|malaysia|al|ak|az|ar|ca|co|ct|de|fl|ga|hi|id|il|ks|ky|md|ma|mi|mn|ms|
mo|mt|ne|nv|nh|nj|nm|ny|nc|nd|oh|ok|or|pa|ri|sc|tn|tx|ut|vt|va|wa|wv|wi|wy|bc|on|d\\.c\\.?|dc`;

const clean = (list: string): string => list.replaceAll(/(?<!\s)\s*\n\s*/g, "");

/** Two-letter names count only in capitals: "la" and "or" are words. */
const short = /^[a-z]{2}$/;
const cityNames = clean(cities).split("|").filter(Boolean);
export const longCity = cityNames
  .filter((name) => !short.test(name))
  .sort((left, right) => right.length - left.length)
  .join("|");
export const shortCity = cityNames
  .filter((name) => short.test(name))
  .join("|")
  .toUpperCase();
const regionNames = clean(regions).split("|").filter(Boolean);
export const longRegion = regionNames
  .filter((name) => !short.test(name))
  .sort((left, right) => right.length - left.length)
  .join("|");
export const shortRegion = regionNames
  .filter((name) => short.test(name))
  .map((name) => `${name.toUpperCase()}|${name[0]?.toUpperCase()}${name[1]}`)
  .join("|");

/** In small letters these are words: "in Paris, on Monday". */
const words = new Set("al co de hi id in la ma me mo oh ok on or pa us".split(" "));
export const smallRegion = regionNames.filter((name) => short.test(name) && !words.has(name)).join("|");
