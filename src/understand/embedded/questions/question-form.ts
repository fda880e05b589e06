const asking =
  /^(?:(?:and|so|but|also|please|then|ok|okay|well|just) )*(?:(?:what|what's|whats|where|where's|when|when's|who|who's|whom|whose|which|why|how|how's)\b|(?:is|are|was|were|do|does|did|can|could|should|has|have|am|shall)\b(?! be\b)|(?:will|would|may) (?:i|you|it|they|we|he|she|that|this|the|there|their|my)\b)/i;
/** Plain orders, which no question about a slot contains. */
const ordering =
  /\b(?:find me (?:a|an|some|any|another)|search|look(?:ing)? for|book|reserve|buy|i need|i want|i'd like|i would like|how about|what about|are there any|is there any|do you have|show me|something|anything)\b/i;
const telling =
  /\b(?:tell me|let me know|i(?:'d| would) like to know|i (?:want|need|wish) to know|do you know|give me|get me|provide(?: me)?|can i (?:get|have|know)|may i (?:know|have|get)|could i (?:get|have|know)|know (?:the|what|how|if|where|who)|share|send me|find (?:me )?(?:out )?(?:the|their|its|his|her)|look up (?:the|their|its)|check (?:the|their|its))\b/i;
/** Forms of a question that ask us to do something. */
const requesting =
  /\b(?:find|search|look(?:ing)? (?:for|up|into)|book|reserve|buy|purchase|schedule|order|get me|rent|play|transfer|send|block|freeze|cancel|change|move|postpone|rebook|add|set|create|make|recommend|suggest|i need|i want|i'd like|i would like|i'd love|i am looking|i'm looking|i wish|how about|what about|are there any|is there any|any|do you have|something|show|write|see if|check|help me|want to|need to|like to|available|interested in|plan(?:ning)? to|mood for|try|list|pay|wire|cast|put it|fly|travel|let's|take me|rather)\b/i;

/** Wants to know something, whatever verb it holds; "what about Rome" and "how about Friday" propose a value. */
const inquiring =
  /^(?:(?:and|so|but|also|then|ok|okay|well|just) )*(?:what(?:'?s| is| are| was| does| do| did| happens?| comes?| else| (?!about\b)\w+ (?:is|are|do|does|can|will))|how (?:much|many|long|far|big|heavy|late|early|soon|often|do|does|is|are|can)|why|who|where|when (?:does|do|is|are|can|will)|which \w+ (?:is|are|do|does|can|have))\b/i;

export interface QuestionForm {
  /** A question mark, or the shape of a question. */
  readonly asks: boolean;
  /** "Tell me the price": a question without the shape of one. */
  readonly tells: boolean;
  readonly requests: boolean;
  readonly inquires: boolean;
  /** It orders something outright. */
  readonly orders: boolean;
  /** Nothing but an interrogative: short questions such as "Humidity?". */
  readonly short: boolean;
}

export function questionForm(text: string, marked: boolean): QuestionForm {
  const asks = marked || asking.test(text);
  return {
    asks,
    tells: telling.test(text),
    requests: requesting.test(text),
    inquires: inquiring.test(text),
    orders: ordering.test(text),
    short: marked && text.split(/\s+/).length <= 3,
  };
}
