import type { Words } from "../language.ts";

export const markWords = {
  hedgeBefore: [
    [null, "nichts gegen|was gegen|etwas gegen"],
    [
      "about",
      "etwa|ungefähr|ca|ca.|circa|zirka|rund|so um die|um die|so etwa|so ungefähr|so circa|so|an die|vielleicht|fast|knapp|beinahe|schätzungsweise|annähernd|gegen|so gegen|in etwa|geschätzt|grob|~|≈|wohl|bei|gut|so zirka|um den dreh",
    ],
    [
      "at_least",
      "mindestens|min|min.|mind|mind.|minimum|wenigstens|nicht weniger als|nicht unter|ab|von mindestens|ein minimum von|≥|>=|zumindest|nicht vor|nicht früher als|frühestens",
    ],
    [
      "at_most",
      "höchstens|maximal|max|max.|maximum|bis zu|nicht mehr als|nicht über|allerhöchstens|ein maximum von|≤|<=|bis|nicht später als|spätestens|nicht nach|hoechstens",
    ],
    [
      "more_than",
      "mehr als|über|größer als|>|nach|nach dem|später als|jenseits von|oberhalb von|älter als|länger als|irgendwann nach",
    ],
    [
      "less_than",
      "weniger als|unter|kleiner als|<|vor|vor dem|früher als|unterhalb von|jünger als|kürzer als|irgendwann vor",
    ],
  ],
  timeHedgeBefore: [
    [
      "at_least",
      "ab|ab dem|seit|seit dem|frühestens|frühestens am|frühestens um|nicht vor|von|vom|erst ab|erst|nicht vor dem",
    ],
    [
      "at_most",
      "bis|bis zum|bis zur|spätestens|spätestens am|spätestens bis|spätestens um|bis spätestens|bis spätestens um|bis um|bis einschließlich|nicht später als|nicht nach|bis spätestens am|allerspätestens",
    ],
  ],
  hedgeAfter: [
    [
      "about",
      "ungefähr|etwa|circa|ca|ca.|oder so|rum|herum|oder so ähnlich|so ungefähr|in etwa|plus minus|schätze ich|so in der art|rund",
    ],
    [
      "at_least",
      "oder mehr|mindestens|aufwärts|+|plus|oder später|oder danach|und mehr|minimum|oder darüber|oder länger|oder älter|frühestens|wenigstens|und aufwärts|und später",
    ],
    [
      "at_most",
      "oder weniger|höchstens|maximal|maximum|max|oder früher|oder davor|oder darunter|spätestens|oder kürzer|oder jünger|und weniger|tops|abwärts",
    ],
  ],
  excludeBefore: [
    [
      1,
      "nicht|kein|keinen|keine|keinem|außer|ausser|alles außer|alle außer|jeden tag außer|jederzeit außer|ausgenommen|bloß nicht|nur nicht|auf keinen fall|nicht am|nicht um|aber nicht|statt|anstatt|anstelle von|bis auf|nie|niemals|ohne|nicht den|nicht die|nicht der|nicht das|alles bis auf|abgesehen von|mit ausnahme von|weder|noch|jeder tag außer|egal nur nicht",
    ],
  ],
  excludeAfter: [
    [
      1,
      "geht nicht|passt nicht|passt mir nicht|geht bei mir nicht|kann ich nicht|klappt nicht|fällt aus|ausgeschlossen|ist ausgeschlossen|ausgenommen|geht leider nicht|passt leider nicht|kann ich leider nicht|ist schlecht|geht gar nicht|nicht|ist nicht möglich|lieber nicht|auf keinen fall",
    ],
  ],
  contrast: [[1, "sondern|außer"]],
  takeBack: [
    [
      1,
      "nein|ne|nee|nö|also|das heißt|d.h.|quatsch|moment|stopp|halt|warte|sorry|entschuldigung|entschuldige|verzeihung|ich meine|ich meinte|meine ich|besser gesagt|genauer gesagt|vielmehr|doch|doch lieber|lieber|besser|korrigiere|korrektur|ach|ach nein|ach ne|ach nee|ach quatsch|ach was|oder nein|oder doch|oder doch lieber|oder besser|beziehungsweise|bzw|bzw.|eigentlich|mach|mach daraus|machen wir|ups|hoppla|tschuldigung|falsch|ich korrigiere|nein doch|also nein|oder vielmehr|vertan|sagen wir|lassen sie uns|äh|ähm|pardon|streich das|vergiss das|stattdessen",
    ],
  ],
  light: [
    [
      1,
      "der|die|das|den|dem|des|ein|eine|am|an|um|im|in|zu|zum|für|auf|von|vom|es|ist|sind|sein|dieser|diesen|tag|uhr",
    ],
  ],
  also: [[1, "oder|und|noch|sowie|oder am|und am|oder um|und um|und den|oder den"]],
} as const satisfies Partial<Words>;
