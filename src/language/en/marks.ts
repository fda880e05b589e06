import type { Words } from "../language.ts";

export const markWords = {
  hedgeBefore: [
    [
      null,
      "how about|what about|thinking about|talking about|asking about|it's about|its about|this is about|was about|id like|i'd like|we'd like|wed like|would like|feel like|looks like|sounds like|seems like|things like|is like",
    ],
    [
      "about",
      "about|around|roughly|approximately|approx|approx.|circa|ca|ca.|c.|some|like|maybe|perhaps|probably|~|≈|more or less|something like|somewhere around|in the region of|nearly|almost|say|or so|close to|getting on for|in the ballpark of|the best part of|pushing|bordering on|round about|abouts|just about|i think|i guess|sometime around|in or around",
    ],
    [
      "at_least",
      "at least|at the very least|greater than or equal to|more than or equal to|equal or greater than|min|min.|minimum|a minimum of|minimum of|no less than|not less than|no fewer than|no shorter than|no sooner than|not sooner than|no younger than|nothing under|nothing below|not under|not below|a good|not before|no earlier than|not earlier than|from|starting from|starting at|upwards of|≥|>=|from about",
    ],
    [
      "at_most",
      "at most|at the most|at the very most|less than or equal to|smaller than or equal to|max|max.|maximum|a maximum of|maximum of|up to|no more than|not more than|not over|not above|no later than|not later than|not after|not exceeding|no longer than|not longer than|no older than|no bigger than|no greater than|no higher than|nothing over|nothing above|nothing heavier than|nothing bigger than|nothing larger than|nothing longer than|not beyond|capped at|tops|at the latest|as much as|as many as|a limit of|limit of|≤|<=|or less than",
    ],
    [
      "more_than",
      "more than|over|above|greater than|heavier than|after|later than|beyond|exceeding|>|past|anything over|north of|in excess of|well over|longer than|older than|upward of|bigger than|larger than|higher than|anything above|any time after|sometime after",
    ],
    [
      "less_than",
      "less than|under|below|fewer than|before|earlier than|smaller than|south of|shorter than|younger than|cheaper than|lighter than|lower than|not quite|not as much as|<|just under|any time before|sometime before|anything under|anything below|ahead of",
    ],
  ],
  timeHedgeBefore: [
    [
      "at_least",
      "not until|not till|at the earliest|earliest|since|on or after|starting|starting on|as of|as from|from|any time from|beginning|not before",
    ],
    [
      "at_most",
      "by|up to and including|at the latest|on or before|until|till|til|'til|before or on|latest|the latest|by around|up until|through|no later than|not later than",
    ],
  ],
  hedgeAfter: [
    [
      "about",
      "or so|ish|-ish|odd|-odd|or thereabouts|more or less|approximately|approx|give or take|roughly|or something|or around that|around",
    ],
    [
      "at_least",
      "or more|or over|or above|+|at least|minimum|min|or later|or after|onwards|onward|and up|and over|upwards|at the earliest|or older|and later|and after|and above|or longer|earliest",
    ],
    [
      "at_most",
      "or less|or under|or below|at most|maximum|max|at the most|at the latest|or earlier|or before|tops|or fewer|latest|and under|or sooner|or younger|and below|or lower",
    ],
    ["more_than", "something|-something|and a bit|and change|and counting|plus change"],
  ],
  excludeBefore: [
    [
      1,
      "not|anything but|anything except|any day but|any day except|any time but|any time except|everything but|everything except|all but|all except|except|except for|excluding|other than|apart from|bar|but not|never|never on|instead of|rather than|not on|cant do|can't do|cannot do|cant make|can't make|cannot make|not available|dont want|don't want|do not want|no good|anything other than|anyone but|any but|any one but|but|besides|aside from|without|isnt|isn't|is not|wont do|won't do|cant|can't|not the|whatever but|skip|avoid",
    ],
  ],
  excludeAfter: [
    [
      1,
      "is no good|doesnt work|doesn't work|does not work|wont work|won't work|will not work|is out|is out of the question|is not possible|isnt possible|isn't possible|is impossible|is bad|doesnt suit|doesn't suit|is not good|isnt good|isn't good|excluded|excepted|is off|not possible|doesnt fit|doesn't fit|is no use",
    ],
  ],
  contrast: [[1, "but"]],
  takeBack: [
    [
      1,
      "no|nope|no no|no wait|wait|sorry|oops|whoops|i mean|i meant|i mean to say|actually|rather|or rather|make that|make it|scratch that|correction|strike that|no sorry|sorry no|my mistake|my bad|nah|err|er|hang on|hold on|i should say|no make it|no make that|well|on second thought|on second thoughts|change that to|change it to|let me correct|that is wrong|thats wrong|forget that|better|instead|no actually|let's say|lets say|*",
    ],
  ],
  light: [[1, "the|a|an|on|at|for|in|of|any|this|that|one|it|its|it's|is|be"]],
  also: [[1, "or|nor|and|or on|nor on|and on|or the|and the"]],
} as const satisfies Partial<Words>;
