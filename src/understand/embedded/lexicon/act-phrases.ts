import type { ActType } from "../acts/act.ts";

const good =
  "(?:good|great|right|correct|fine|ok|okay|perfect|nice|cool|amazing|awesome|excellent|wonderful|fantastic|lovely|alright|all right|accurate|ideal|interesting|fun|delicious|reasonable|terrific|super|splendid|well|just right|exactly right|absolutely right|the one|it|prefect|suitable|acceptable|what i (?:want|wanted|need|needed|was looking for|am looking for)|a (?:good|great|nice|perfect) (?:choice|one|option|idea|plan))";
const very =
  "(?:all|just|very|really|exactly|absolutely|quite|pretty|so|totally|perfectly|also|too|about|like|definitely|indeed|actually|a|simply)";
const tail =
  "(?: (?:to me|for me|with me|by me|thanks|thank you|then|enough|too|as well|now|so far|overall|please|i think|actually))*";
const be =
  "(?:'?s| is|'?ll be| will be| would be|'d be| should be| sounds?| looks?| seems?| works?| will work| would work| should work| suits?| will do| will suffice| are| feels)";
const subject =
  "(?:that|this|it|everything|all of (?:it|that)|all(?: the)? (?:details|information)|all that|those|these|they|which|the details|the information)";

const affirm = [
  `(?:oh |ah |well )?(?:yes|yeah|yea|yeh|yep|yup|yess|yse|ys|ya|aye|yeap|yes please|sure|sure thing|surely|ok|okay|okey|oka+y|oaky|k|alright|all right|correct|confirmed|exactly|absolutely|definitely|certainly|of course|affirmative|agreed|indeed|precisely|totally)(?: (?:yes|please|sure|sir|indeed|then|so|okay|ok|i do|i would|i am|it is|they are|you can|that is|go ahead))*`,
  `(?:very |really |so |just )?(?:perfect|great|awesome|excellent|wonderful|cool|nice|fantastic|good|fine|amazing|lovely|splendid|terrific|super|brilliant|neat|wow|right|very well)(?: (?:choice|one|news|idea|to know|to hear|job|work|then|i like it|option))?`,
  `sounds? (?:${very} )*(?:${good}|like (?:a )?(?:${very} )*(?:plan|fun|something i'?d? ?(?:would )?(?:like|love|enjoy)))${tail}`,
  `(?:looks|seems|works|feels) (?:${very} )*(?:${good})?${tail}`,
  `${subject}${be}(?: (?:${very}))*(?: ${good})${tail}`,
  `${subject} (?:works|will work|would work|should work|will do|should do|suits me|suits|'?ll work|'?ll do)(?: (?:${very}|${good}))*${tail}`,
  `(?:that|it)'?(?:ll| will) (?:work|do)${tail}`,
  `(?:the|this|that) (?:\\w+ ){1,2}(?:sounds|looks|seems|is|works|will be|would be)(?: (?:${very}))* ${good}${tail}`,
  `(?:please )?(?:go ahead|go for it|proceed(?! with)|do it|do that|do so|please do|carry on(?! with)|go on(?! with)|make it so|let'?s do (?:it|that|this)|let'?s go(?: (?:for it|with (?:it|that|this|that one|this one)))?(?=$|[.,!?;]| and| please)|confirm(?: it| that| this)?|confirmed(?: to proceed(?: further)?)?|that'?s (?:all )?(?:right|correct))${tail}`,
  `i(?:'d| would|'ll| will)? (?:really |also )?(?:like|love|enjoy|take|confirm|agree|accept|go with|want|do)(?: (?:it|that|this|that one|this one|the first one|so|that very much|with (?:it|that|this)))?(?: very much)?(?=$|[.,!?;]|\\s+and\\b)`,
  `(?:i(?:'m| am) (?:fine|ok|okay|good|happy) with (?:it|that|this))`,
  `(?:no problem|no worries|why not|works for me|fair enough|fine by me|by all means|you'?re (?:absolutely )?(?:right|correct)|you are (?:absolutely )?(?:right|correct)|you got it|you have it right|all (?:good|correct|fine|right|set)|good enough|thumbs up)`,
];

const deny = [
  "(?:no way|no|nope|nah|naw|negative|nothing(?=,|$)|never|not at all|absolutely not|certainly not|of course not|nay)(?: (?:no|thanks|thank you|sorry|please|wait|not (?:now|yet|really|right now|today|at the moment|at this time|at this moment|just yet|currently|exactly|quite)|i (?:don'?t|do not)(?: think so| want (?:it|that|to))?|it'?s not|it isn'?t|that'?s not (?:right|correct|it)|that is not (?:right|correct|it)))*",
  "(?:not (?:now|yet|really|right now|today|at the moment|at this time|at this moment|just yet|exactly|quite|correct|right|interested|this time|for now|anymore))(?: (?:thanks|thank you|please|though))*",
  `(?:${subject}|the details|they)(?: ?'?s| is| are| was)? ?(?:not(?! (?:bad|a problem|an issue|too bad))|n'?t|isn'?t|aren'?t|wrong|incorrect)(?: (?:quite|really|exactly|all|the))* ?(?:right|correct|good|it|what i (?:want|wanted|asked for|said|meant|need)|okay|ok|fine|accurate)?${tail}`,
  `${subject} (?:doesn'?t|does not|won'?t|will not|wouldn'?t) (?:work|suit|do|sound (?:right|good))${tail}`,
  "(?:neither(?: of (?:them|these|those))?|none of (?:them|these|those)|i don'?t think so|i (?:don'?t|do not) (?:want|need|like) (?:it|that|this|to)(?: (?:now|right now|yet|today|at this time|at the moment|buy it|book it|book|buy|reserve|reserve it|do (?:it|that)|schedule it))?|(?:maybe|may be|perhaps|possibly) (?:later|at a later time|another time|some other time|next time|tomorrow)|later|some other time|hold on|wait|wait a minute|hang on|sorry)",
  "(?:i'?m|i am) (?:good|okay|ok|fine|all set)(?: (?:for now|right now|thanks|thank you|now))*",
  "(?:actually )?i(?:'ve| have)? changed my mind(?: about (?:it|that|this))?",
  "it can (?:be done )?(?:wait|later)(?: later)?",
];

const thanks = [
  "(?:ok(?:ay)? |great |many |well )?(?:thanks|thank you|thankyou|thank u|thx|thnx|tks|thank)(?: (?:a lot|so much|very much|much|again|a ton|a bunch|a million|kindly|you|indeed|once again))*(?: (?:for|to) [^.?!,;]{2,60}?(?=$|[.?!,;]|\\band\\b))?",
  "(?:i |i really |i do |much |really )?(?:appreciate|appreciated)(?: (?:it|that|your|the|all)[^.?!,;]*)?",
  "you(?:'ve| have|'re| are|r)? (?:been )?(?:so |very |really |of )?(?:a )?(?:great |big |much )?help(?:ful|ed)?(?: [^.?!,;]{0,30})?",
  "(?:that|this) (?:was|is|'?s) (?:so |very |really )?helpful",
  "cheers",
];

const goodbye = [
  "(?:good ?bye|bye(?:[ -]bye)?|see you(?: (?:later|soon|around))?|have a (?:good|nice|great|lovely|wonderful|pleasant)[^.?!,;]*|take care|talk (?:to you )?later|so long|good night|cya)",
  "(?:that|this|it)(?:'?s| is|'?ll be| will be| would be|'?d be| should be| was|s| will)? (?:be )?(?:all|it for|everything|just it|about it|enough)(?: (?:of it|for|that|i|we|now|today|thanks|thank|you|really|the|help|then|at|this|time|my|what|from|here|to|do|need|needed|wanted|want|have|can|could|would|like|wished|was|looking|moment|right|with|please|since|just|be|know|wish|needing|required|am|concerning|tonight|as|assistance|will))*",
  "(?:i )?(?:have |had )?(?:nothing|not anything) (?:else|more|further)(?: [^.?!,;]{0,50})?",
  "(?:i |i'?m |i am |we'?re |we are )?(?:all )?(?:done|all set|finished|all good)(?: (?:for (?:now|today)|here|with (?:it|that|everything)|thanks|thank you|now|with))*",
  "(?:i |we )?(?:don'?t|do not|won'?t|will not|wouldn'?t|would not) (?:need|want|require|have|be needing)(?: any)?(?: (?:more|further|other|additional))? ?(?:anything|help|assistance|questions?|information|things?)(?: (?:else|more|further))?(?: [^.?!,;]{0,40})?",
  "that (?:is|was) what i (?:want|wanted|need|needed)(?: (?:now|to know|for now|today))*",
  "no(?: more| other| further)? (?:questions|help|assistance)(?: [^.?!,;]{0,20})?",
];

const greeting = [
  "(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hola|yo)(?: (?:there|again|everyone|bot|assistant|dear|all|friend))*",
];

const chitchat = [
  "how(?:'s| is| are) (?:you|it going|things|life)(?: (?:doing|today|going))*",
  "(?:who|what) are you|are you (?:a |an )?(?:bot|robot|human|real|machine|ai|person)(?: person)?|what'?s your name|how old are you|where are you from",
  "(?:can you )?(?:tell me|say) (?:a|another|some) (?:joke|jokes|story)|sing (?:me )?a song|do you (?:like|love) (?:me|people|music)",
  "(?:haha+|hahaha+|lol|lmao|hehe+|rofl)(?: [^.?!]{0,30})?",
  "(?:you(?:'re| are)|u r|ur) (?:so |very |really )?(?:great|funny|awesome|amazing|nice|cool|smart|sweet|the best|stupid|dumb|useless|terrible|cute|kind|clever|wonderful|brilliant|good|bad|annoying)(?: [^.?!]{0,20})?",
  "i (?:love|like|hate) you|nice to meet you|what'?s up|good (?:job|bot|boy)|well done|i'?m (?:bored|tired|happy|sad|hungry)$|happy (?:birthday|new year)|merry christmas|how do you do",
];

const repeatAct = [
  "(?:sorry,? )?(?:can|could|would|will) you (?:please )?(?:repeat|say)(?: (?:that|it|this|the question|yourself|what you said))?(?: (?:again|one more time|once more|please))*",
  "(?:please )?(?:repeat|say)(?: (?:that|it|this|the question|yourself))?(?: (?:again|one more time|once more|please))+",
  "(?:please )?repeat(?: (?:that|it|this|the question|please|yourself))*",
  "(?:sorry|pardon|excuse me|pardon me|come again|huh|eh|what)(?=\\?|$)",
  "(?:sorry,? )?(?:what (?:did you (?:just )?say|was that|was the question|did you ask)|come again|i (?:didn'?t|did not|couldn'?t) (?:catch|hear|get|understand) (?:that|you|what you said|it))",
  "(?:once more|one more time)(?: please)?",
];

const person =
  "(?:a |an |some |the |your |any )?(?:real |live |actual |human )*(?:human(?: being)?s?|persons?|people|agents?|representatives?|rep|operators?|advis[oe]rs?|customer (?:service|support|care)|support|support team|managers?|supervisors?|staff|employees?|someone(?: (?:real|else|human|from \\w+))?|somebody(?: real)?)";
const handoff = [
  `(?:please |can i |could i |may i |i(?:'d| would) (?:like|love|prefer|rather)(?: to)? |i (?:want|need|have|wish) to |let me |get me to |can you |could you |i must |just )*(?:talk|speak|chat|connect(?: me)?|transfer me|put me through|hand me over|pass me|forward me|get me|give me|switch me) ?(?:(?:to|with|through to|over to) )?${person}(?: (?:please|now|instead|right now|about [^.?!]{1,40}))*(?=$|[.?!,;])`,
  `(?:i (?:want|need|would like|'d like|demand) )?${person.replace("(?:a |an |some |the |your |any )?", "(?:a |an )?")}(?: (?:please|now))+(?=$|[.?!,;])`,
  `i (?:want|need|would like|demand) ${person}(?=$|[.?!,;])`,
  "(?:human|agent|operator|representative|customer (?:service|support))(?=$|[.?!,;])",
];

const help = [
  "help(?: me)?(?: (?:please|out))*(?=$|[.?!,;])",
  "i (?:really )?(?:need|want)(?: some| your| a little)? help(?: (?:please|here|with this))*(?=$|[.?!,;])",
  "what (?:can|could) (?:you|i|this) (?:do|ask|say|help(?: me)?(?: with)?)(?: (?:for me|here|you|with you|exactly|about))*",
  "what (?:are you able to|else can you|do you) do(?: (?:for me|here))*|what are (?:my|the|your) options|what are you for",
  "how (?:does (?:this|it) work|do i use (?:this|you)|can you help(?: me)?|should i (?:use|answer)[^.?!]*)|show me what you can do",
  "(?:but )?what (?:should|must|can|could|do|shall) i (?:answer|say|type|write|enter|put|reply|tell you)(?: (?:here|now|then|there|to (?:this|that)))*(?=$|[.?!,;])",
  "(?:can|could) you help(?: me)?(?: (?:please|out))*(?=$|[.?!,;])",
];

/** "Which other details": what is asked about, with or without a word for it. */
const facts =
  "(?:what|which)(?: (?:other|further))?(?: (?:information|infos?|details?|data|answers?|things?|facts?|fields?))?(?: (?:else|more))?";
const wanted = "(?: (?:to (?:do|know|fill in)|from me|now|still|yet|for (?:this|that|it)))*(?=$|[.?!,;])";

const status = [
  "where (?:are|were) we(?: (?:now|again|in this|at))*|how far (?:are|have) we[^.?!]*",
  "what(?:'s| is) (?:the|my|our) (?:status|progress|state)(?: (?:of (?:this|that|it)|now|so far))*(?=$|[.?!,;])",
  "what (?:have|did) (?:i|we) (?:told|tell|said|say|given|give|entered|enter|done|do|got|get|chosen)(?: (?:you|so far|up to now|until now|already|yet|till now))*",
  "what (?:do you (?:have|know)|have you got|information do you have|details do you have)(?: (?:about me|so far|on me|until now|for me|already|now))*(?=$|[.?!,;])",
  "what(?:'s|s| is| are| else is| do you)? (?:still |else )?(?:missing|left|lacking|outstanding|need)(?: (?:to (?:do|fill in)|now|from me|to know|still))*(?=$|[.?!,;])",
  `${facts} (?:do|will|would) you (?:still |also |yet )?(?:need|require|lack|miss|want (?:to know|from me))${wanted}`,
  `${facts}(?:'s| is| are) (?:still )?(?:missing|needed|required|left|lacking|open|outstanding)${wanted}`,
  `(?:what|which)(?: (?:information|details?|data))? (?:else|more) (?:must|should|do|can|shall) i (?:still |have to |need to )*(?:tell|give|provide|send|enter|fill in)(?: (?:you|in))*${wanted}`,
  "(?:please |can you )?(?:summari[sz]e|recap|give me a (?:summary|recap))(?: [^.?!]{0,40})?|what are we doing|what were we (?:doing|talking about)",
];

const why = [
  "why (?:do|are|did|would|should|must|is|does)(?: (?:you|i|we|that|this|it|the))? ?(?:need|ask|asking|want|have to|require|required|needed|necessary|important|matter|care|know|wanting)[^.?!]*",
  "(?:but )?why(?: (?:is that|not|though|that))?(?=$|[.?!,;])",
  "what (?:is|do you need|are you going to use) (?:that|this|it)(?: (?:good|needed))? for|what for",
  "what do you mean(?: [^.?!]*)?|what does (?:that|it|this)(?: even)? mean|i (?:don'?t|do not|didn'?t) understand(?: (?:the question|that|what you mean|you|this|what you want|it))*",
];

const cancel = [
  "(?:please |just |let'?s |can you |could you |i want to |i'd like to |i would like to )*(?:cancel|abort|quit|exit)(?: (?:it|this|that|everything|all|please|all of (?:it|this|that)|now|(?:the(?: whole)?|my) \\w+(?: \\w+)?|right now|here)){0,5}(?=$|[.?!,;]|\\s+(?:and|then|but)\\b)",
  "(?:oh |ah )?never ?mind(?: (?:then|that|about (?:it|that|this)))*",
  "(?:just |let'?s )?forget (?:it|this|that|about (?:it|this|that)|everything)",
  "(?:please |just |let'?s )?(?:stop|drop|scrap|scratch)(?: (?:it|this|that|here|please|everything|now))*(?=$|[.?!,;]|\\s+(?:and|then)\\b)",
  "i (?:don'?t|do not) (?:want|wish|need|feel like)(?: to)?(?: \\w+){0,5} any ?more(?=$|[.?!,;])",
  "(?:please )?(?:don'?t|do not) (?:bother|do (?:it|that|this)|go on|continue|(?:book|send|buy|make|transfer|reserve|block|order|pay) (?:it|that|this|anything))",
  "i(?:'ve| have)? changed my mind(?=$|[.?!,;])|leave it(?=$|[.?!,;])|i give up|let'?s (?:not|leave it)",
];

const restart = [
  "(?:please |just |let'?s |can (?:we|you|i) |could (?:we|you|i) |i want to |i'd like to |i would like to )*(?:(?:start|begin)(?: (?:it|this|that|all|everything))?(?: all)? (?:over|again|anew|afresh|from (?:scratch|zero|the (?:beginning|start|top)))(?: again)?|restart(?: (?:it|this|that|everything))?|(?:do|try) (?:it|this) (?:all )?(?:over|again) from (?:scratch|the (?:beginning|start|top)))(?: please)?(?=$|[.?!,;])",
  "(?:(?:all )?(?:back )?(?:from|to) (?:scratch|the (?:very )?(?:beginning|start)))(?: (?:again|please))*(?=$|[.?!,;])",
];

const undo = [
  "(?:no |wait |oh |sorry |please |just |let'?s |can (?:we|you|i) |could (?:we|you|i) |i want to |i'd like to |i would like to )*(?:undo|revert)(?: (?:it|this|that|please|what i (?:just )?said|(?:the|my) last (?:one|answer|thing|step|change|message|question)))*(?=$|[.?!,;])",
  "(?:no |wait |oh |sorry |please |i |i'd like to |i want to |can (?:we|you|i) |could (?:we|you|i) )*take (?:it|this|that|(?:the|my) last (?:one|answer|thing)) back(?: please)?(?=$|[.?!,;])",
  "(?:please |let'?s |can (?:we|you|i) |could (?:we|you|i) )*(?:(?:(?:go|step|move) back|back up|back) (?:a|one) (?:step|question)|(?:one|a) (?:step|question) back|(?:go )?(?:back )?to the (?:previous|last) (?:question|step))(?: please)?(?=$|[.?!,;])",
  "(?:oh |no |sorry )*(?:wait|hold on|hang on),? (?:no,? )?(?:not that(?: one)?|that'?s not (?:what i (?:meant|said|wanted)|it))(?=$|[.?!,;])",
];

const alternatives = [
  "(?:.{0,60}\\b)?(?:anything|something|anyone|someone|somewhere|anywhere|anybody|somebody|what|who|which|where|one|movies?|places?|options?) else\\b(?: (?:is there|are there|do you have|available|you can find|that i might like|i might like|you have|you could find|could you find|can you find|have you got|is available|is playing|for me|please|then))*",
  "(?:.{0,60}\\b)?(?:any|some|are there|have|see|show me|find me|what|which|for|the|a few|what about|how about|is there|look for|other than|get|me) others?(?: (?:ones?|options?|choices?|suggestions?|recommendations?|possibilities|\\w+))?\\b",
  "(?:.{0,60}\\b)?(?:another|a different|different|alternative|(?:some|any|few|see|show me|give me|have) more) (?:one|options?|choices?|suggestions?|recommendations?|alternatives?|(?!questions?|things?|information|details|time)\\w+)\\b",
  "(?:.{0,40}\\b)?(?:keep (?:on )?(?:looking|searching)|look(?:ing)? (?:for )?more|any more|more like (?:that|this)|alternatives?|next one)\\b",
];

const filler = [
  "(?:please|well|so|um+|uh+|hm+|oh|ah|also|and|but|then|now|actually|anyway|by the way|btw|listen|look|basically|in addition|additionally|plus|just|maybe|i think|i guess|i see|got it|understood|i understand|oops|my bad|everything(?=,)|excuse me|kindly|sorry|on second thought|after that|you know what|you know|in that case|if so|to be honest|meanwhile|lastly|finally|before that|if possible)(?=$|[\\s,.!?;])",
];

const starts = (sources: readonly string[]): RegExp => new RegExp(`^(?:${sources.join("|")})(?=$|[\\s,.!?;:)-])`, "i");

/** In the order in which they are tried at the start of a piece. */
export const actPatterns: readonly (readonly [ActType, RegExp])[] = [
  ["repeat", starts(repeatAct)],
  ["handoff", starts(handoff)],
  ["goodbye", starts(goodbye)],
  ["thanks", starts(thanks)],
  ["why", starts(why)],
  ["status", starts(status)],
  ["help", starts(help)],
  ["restart", starts(restart)],
  ["undo", starts(undo)],
  ["cancel", starts(cancel)],
  ["chitchat", starts(chitchat)],
  ["greeting", starts(greeting)],
  ["deny", starts(deny)],
  ["affirm", starts(affirm)],
  ["filler", starts(filler)],
];

export const alternativesPattern = starts(alternatives);
