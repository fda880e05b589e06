import { stem } from "../text/tokens.ts";
import type { SlotProfile } from "./slot-profile.ts";

interface CueGroup {
  /** Stems of a slot's words that select the group. */
  readonly words: readonly string[];
  /** What stands right before the value. */
  readonly strong: string;
  readonly weak: string;
}

const groups: readonly CueGroup[] = [
  {
    words: ["director", "direct", "directed", "filmmaker"],
    strong: "directed by|director is|director|by director|made by|direction of",
    weak: "by|from",
  },
  {
    words: ["actor", "starring", "star", "cast", "actress"],
    strong: "starring|stars|acted by|actor|actress|featuring|acts|played by|actor named",
    weak: "with|has|like|love|iwth",
  },
  {
    words: ["artist", "singer", "performer", "band", "musician"],
    strong: "sung by|performed by|artist|singer|songs? by|music by|something by|songs? from|by artist|the band",
    weak: "by|from|like|liked|love|hear",
  },
  {
    words: ["album"],
    strong: "from the album|on the album|in the album|the album|album called|album named|album|off of|off",
    weak: "from|on",
  },
  {
    words: ["song", "track"],
    strong: "song called|song named|song titled|play the song",
    weak: "play|hear|song|track|listen to",
  },
  {
    words: ["movie", "film"],
    strong: "movie called|movie named|movie titled|tickets? for|tickets? to|showtimes for|show times for|times for",
    weak: "watch|see|rent|play|for|like|want|with",
  },
  {
    words: ["event", "match"],
    strong: "event called|event named|titled|called|named|name of the event is",
    weak: "see|for|attend|to|add|hear|heard|that",
  },
  {
    words: ["restaurant"],
    strong:
      "tables? at|tables? for \\w+ at|reservation at|reserve at|restaurant called|restaurant named|the restaurant|dine at|eat at|dinner at|lunch at|book at",
    weak: "at|to|in",
  },
  {
    words: ["hotel", "accommodation", "property", "house", "apartment"],
    strong: "stay at|hotel called|hotel named|the hotel|rooms? at|reservation at",
    weak: "at|in|to",
  },
  {
    words: ["theater", "theatre", "cinema"],
    strong: "playing at|showing at|shown at|theat(?:er|re)(?: called)?|watch it at|movie at|shows? at|cinema",
    weak: "at|in",
  },
  {
    words: ["alarm"],
    strong:
      "name it|call it|named|called|name of|labell?ed|titled|calling (?:it|the alarm)|naming it|name as|name the alarm|alarm name is|with the name(?: of)?|title it",
    weak: "as|for",
  },
  {
    words: ["doctor", "dentist", "therapist", "stylist", "salon", "provider", "practic", "practition", "physician"],
    strong: "appointment with|appointment at|visit with|see|visit",
    weak: "with|at",
  },
  {
    words: ["recipient", "receiver", "payee", "beneficiary", "receiv"],
    strong:
      "(?:transfer|send|give|pay|wire|sending|transferring)(?: it| money| some money| the money)? to|(?:euros?|dollars?|pounds?|bucks|€|[€$£]\\d[\\d.,]*) to|to my friend|to my brother|to my sister|recipient is|recipient|it's for|pay|send",
    weak: "to|for",
  },
];

const general = "called|named|titled";
const place = "in|at|near|around|from|to|within|of|through|visit|visiting|for|leaving|departing|into|via";

export interface Cues {
  /** Nothing but the value can follow: "called", "directed by". */
  readonly explicit: RegExp;
  readonly strong: RegExp;
  readonly weak: RegExp;
}

const cache = new Map<string, Cues>();
const article = "(?: (?:the|a|an|my|some))?";

/** What the user may say right before a value of this slot. */
export function cuesOf(profile: SlotProfile): Cues {
  const key = `${profile.kind} ${[...profile.words].join(" ")}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const fitting = groups.filter((group) =>
    group.words.some((word) => profile.words.has(stem(word)) || profile.words.has(word)),
  );
  const named = fitting.filter((group) =>
    group.words.some((word) => profile.nameWords.has(stem(word)) || profile.nameWords.has(word)),
  );
  const chosen = named.length > 0 ? named : fitting;
  const own = [...profile.nameWords].filter((word) => word.length > 3);
  const naming = own.map((word) => `${word}\\w*(?: is| as| to| of| to be|:)`);
  const explicit = [general, ...naming, ...chosen.map((group) => group.strong)].join("|");
  const strong = [explicit, ...own.map((word) => `${word}\\w*`)].join("|");
  const weak = profile.kind === "place" ? place : chosen.map((group) => group.weak).join("|") || "(?!)";
  const cues = {
    explicit: new RegExp(`\\b(?:${explicit})${article}\\s+["“]?$`, "i"),
    strong: new RegExp(`\\b(?:${strong})${article}\\s+["“]?$`, "i"),
    weak: new RegExp(`\\b(?:${weak})${article}\\s+["“]?$`, "i"),
  };
  cache.set(key, cues);
  return cues;
}
