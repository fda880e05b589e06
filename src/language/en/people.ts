import type { Rules, Words } from "../language.ts";
import { weekdayNames } from "./dates.ts";

export const peopleWords = {
  self: [
    [
      1,
      "me|i|myself|just me|only me|me only|by myself|on my own|alone|solo|me alone|me myself|just myself|yours truly|moi",
    ],
    [2, "us|we|both of us|the both of us|us both|the pair of us|ourselves"],
  ],
  determiner: [[1, "my|your|his|her|our|their|the|a|an|another|one of my|some|this|that"]],
  severalPeople: [
    [
      2,
      "twins|parents|grandparents|in laws|kids|children|boys|girls|sons|daughters|friends|brothers|sisters|folks|both kids|both children|both parents|both boys|both girls|cousins|colleagues|guests|babies|grandkids|grandchildren|teenagers|teens|toddlers",
    ],
    [3, "triplets"],
  ],
  person: [
    [
      1,
      "him|her|you|he|she|someone|somebody|mum|mummy|mom|mommy|mam|dad|daddy|grandma|grandpa|granny|grandad|granddad|nan|nana|auntie|uncle|baby|husband|wife|partner|hubby|girlfriend|boyfriend|yourself|himself|herself",
    ],
  ],
  listJoin: [[1, "and|&|plus|+|with|as well as|and also|along with|together with|n|and then|accompanied by"]],
  nameCue: [
    [
      1,
      "my name is|my names|my name's|name is|name's|the name is|the name's|the names|i am|i'm|im|this is|it's|its|it is|call me|called|under|under the name|in the name of|under the name of|name|name :|full name|full name :|you can call me|they call me|i go by|known as|is called|speaking to|signed|for|put|ask for|on behalf of|my daughter|my son|my wife|my husband|my partner|my mum|my mom|my dad|my brother|my sister|my friend|my boss|my colleague|with|named|spelled|spelt|it's spelled|its spelled|it is spelled|here is|surname|last name|first name|last name is|first name is|surname is|guest|passenger|attn|booked by|reservation for",
    ],
  ],
  nameTitle: [
    [
      1,
      "mr|mrs|ms|miss|mx|dr|prof|professor|sir|lady|lord|mr.|mrs.|ms.|dr.|prof.|st.|rev|rev.|madam|captain|capt.|father|sister",
    ],
  ],
  notName: [
    [
      1,
      `i|i'm|im|i'd|id|i've|ive|i'll|ill|it|it's|its|the|a|an|my|this|that|yes|no|ok|okay|hi|hello|hey|please|can|could|would|should|put|call|book|send|and|or|is|are|was|thanks|thank|name|name's|mr|we|we'd|our|you|your|he|she|they|his|her|their|what|when|where|who|how|why|there|here|for|to|at|on|in|of|from|with|not|but|if|so|just|make|add|under|do|does|did|have|has|had|want|need|like|looking|interested|calling|sorry|sure|good|${weekdayNames}|today|tomorrow|let|one|two|me|us|speaking|dear|regards|cheers|afraid|happy|fine|free|busy|going|coming|trying|not|really|also|very|still|already|all|new|back|ready|from|about`,
    ],
  ],
  addressCue: [
    [
      1,
      "i live at|we live at|i live on|i live in|my address is|my new address is|the address is|address is|address|address :|deliver to|deliver it to|send it to|send to|ship to|ship it to|it's|its|it is|i'm at|im at|we're at|we are at|at|to|located at|come to|home is|moving to|moved to|from|is|pick up at|pick me up at|pick me up from|drop it at|billing address|delivery address|care of|my new place is|our office is at|the office is at|visit us at|near",
    ],
  ],
  streetWord: [
    [
      1,
      "street|st|st.|road|rd|rd.|avenue|ave|ave.|lane|ln|drive|dr|dr.|close|court|ct|place|pl|square|sq|way|terrace|crescent|gardens|grove|hill|boulevard|blvd|park|row|mews|walk|view|green|rise|quay|wharf|parade|highway|hwy|parkway|pkwy|circle|cottage|house|flat|apt|apartment|suite|unit|floor|strasse|straße|platz|weg|allee|gasse|rue|calle|via|plaza|avenida|po box|p.o. box",
    ],
  ],
  atSign: [[1, "at|(at)|[at]"]],
  spokenSign: [
    [".", "dot|(dot)|[dot]"],
    ["_", "underscore|low dash"],
    ["-", "dash|hyphen|minus"],
    ["+", "plus"],
  ],
  repeat: [
    [2, "double"],
    [3, "triple|treble"],
  ],
  spokenZero: [[0, "oh|o|nought"]],
} as const satisfies Partial<Words>;

export const peopleRules = {
  count: [
    "(there are|there will be|there's|we are|we're|were|we will be|we'll be)? <whole:value> (of us|people|persons|guests|pax|adults|of them|in total|altogether|all together|in all|seats|tickets|heads)?",
    "the <whole:value> of us",
    "(just|only)? (us|we) <whole:value> ((and|with|plus) (a|the|our|my) (dog|dogs|cat|cats|pet|pets))?",
    "(party|group|family|table|team|table for|a family|a table|a party|a group) (of|for) <whole:value>",
    "for <whole:value>",
    "(just|only)? (the)? (two|both) of us => value=2",
    "(just|only) <self>",
    "<self> => yields=1",
    "(me|myself) (+|plus) <whole:more> => self=1",
    "+ <whole:more> => self=1 weak=1",
    "plus one => value=2 weak=1",
    "(a)? (couple|pair) => value=2",
    "nobody => value=0",
    "(nobody|no one) else => value=1",
    "(nobody|no one|no-one) (but|except|apart from|besides|other than) (me|myself) => value=1",
    "(single|solo|lone) <noun> => value=1",
    "<whole:value> ,? (including|incl|counting|with) (me|us|myself)",
    "<whole:value> ,? (me|us|myself) included",
    "(i'm|i am|im|i'll be|i will be) (coming|going|travelling|traveling|there|here) with <people_list:list> => beside=1",
  ],
  people: [
    "<whole:total> (of us|of them|people|persons|in total|altogether|all together|in all)",
    "<self>",
    "<determiner>? <whole:count> (other|more|little|small|young|best|of my)? <noun> <noun>?",
    "<determiner>? <whole:count>",
    "<determiner> <severalPeople:count> => kin=1",
    "(both)? <determiner> <severalPeople:count> => kin=1",
    "(a|an|another|one more) (couple|pair) => count=2",
    "both <determiner>? <noun> => count=2 kin=1",
    "<determiner> (best|little|big|older|younger|eldest|youngest|elder|old)? <noun> <proper>? => kin=1",
    "<person:one> => kin=1",
    "<proper> <proper>?",
  ],
} as const satisfies Partial<Rules>;
