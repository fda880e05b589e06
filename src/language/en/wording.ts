import type { Wording } from "../wording.ts";
import { plainYes } from "./answers.ts";

export const englishWording: Wording = {
  light: `a|an|the|this|that|these|those|i|im|ive|id|ill|me|my|mine|myself|we|were|weve|wed|well|us|our|ours|you|your|yours|youre|youve|he|hes|him|his|she|shes|her|it|its|they|them|their|theyre|who|whos|and|or|but|so|if|then|than|as|at|by|for|from|in|into|of|off|on|onto|out|over|to|up|with|within|about|be|is|isnt|are|arent|was|wasnt|been|being|am|do|does|did|dont|doing|done|have|has|had|having|got|gets|get|can|could|will|would|wouldnt|shall|should|may|might|must|want|wanted|need|needed|like|wish|please|pls|plz|just|only|also|too|really|very|quite|some|any|there|theres|here|heres|${plainYes}|ok|okay|well|oh|ah|um|uh|er|hmm|hey|hi|hello|thanks|thank|let|lets|make|go|going|gonna|wanna|gotta|one|ones|now|still|again|actually|maybe|perhaps|probably|think|guess|know|see|say|said|mean|meant|kind|sort|bit|thing|things|something|anything|someone|somebody|anyone|sure|right|good|great|fine|nice|sorry|instead|rather|better|not|no|nope|never|because|since|while|when|which|what|whats|how|hows|where|why|much|many|more|most|all|both|each|every|other|use|take|put|give|tell|try|come|work|works|best|way|today|possible|able|looking|look|around|through|after|before|sound|sounds|seem|seems|looks|feel|feels|ahead|proceed|alright`,
  personal: "i|im|ive|id|ill|me|my|mine|we|were|weve|wed|us|our|ours|myself",
  polite: "please|pls|plz",
  measure: "how much|how many|how long|how often|how far|how big|how late|how early|how soon",
  request:
    "i want|i wanna|i need|we need|we want|i would like|id like|id love|we would like|wed like|i have to|i must|i wish|i am looking|im looking|looking for|looking to|can you|could you|would you|will you|can i|could i|may i|can we|could we|can someone|can somebody|could someone|could somebody|please|pls|help me|let me|lets|i am trying|im trying|need|want|gotta|i gotta|give me|get me|show me|find me|tell me|book|cancel|change|send|order|buy|check|make|set|add|start|report|register|schedule|reserve|rent|pay|transfer|renew|sign me up|put me down|how do i|how can i|is there a way|any chance|time to|i could use|could use|i came to|im here to|i am here to|i was hoping|i was wondering",
  opening: `${plainYes}|sure|ok|okay|well|hmm|um|uh|er|oh|ah|so|right|please|hi|hello|alright|then|and|maybe|probably|perhaps|actually|just|let me see|lets see|i think|i believe|i guess|i suppose|i would say|id say|i would like|id like|i want|i need|i would love|id love|i prefer|id prefer|i would prefer|ill take|ill have|ill go with|i will take|i will have|well take|well have|lets go with|lets say|lets do|lets make it|lets take|make it|make that|go with|its|it is|that is|thats|that would be|it would be|it should be|its for|it is for|this is|they are|we are|were|im|i am|my name is|the name is|name is|names|my names|her name is|his name is|her name was|his name was|its called|it is called|its named|called|named|call it|call me|put|put down|put it under|use|take|try|with|under|for|from|to|in|at|on|by|of|give me|how about|what about|the answer is|i said|i meant|i mean|no|nope|sorry|change it to|change to|should be|must be|was|is|her|his`,
  ending:
    "please|pls|plz|thanks|thank you|thx|cheers|i think|i guess|i believe|i suppose|really|actually|then|instead|would be great|would be good|would be nice|would be fine|would be perfect|would be best|would be lovely|would be better|is fine|is good|is great|is perfect|is ok|is okay|works|works best|works for me|will do|if possible|if you can|for me|for now|as well|too|tops|now|though|mate|dear|sir|lol|haha|or so|right|ok|okay|will be fine|sounds good|sounds great|suits me",
  border:
    "and|but|then|also|plus|so|or|because|since|cos|which|while|and then|and also|oh and|only|just|instead|not|no|she|he|he's|she's|it's|they're|with|by the way",
  second:
    "and|and then|then|and also|also|plus|after that|afterwards|as well as|oh and|and please|and i also|and can you|and could you|besides|in addition|another thing|one more thing|i also",
  from: "from|leaving|departing|starting|starting from|beginning|since|out of|as of|first|leave|depart|arriving|check in",
  to: "to|until|till|til|through|into|towards|going to|back|returning|return|ending|heading to|by|last|coming back|check out|and back",
  toPlace: "for",
  contrast: "just|only|simply|merely|rather",
  called:
    "called|named|titled|name is|name's|names|under the name|under|by the name of|the name of|known as|name was|for|spelled",
  before:
    "for|to|with|about|of|at|in|on|from|by|into|as|my|the|a|an|some|our|his|her|their|this|that|called|named|i need|i want|id like|is|are|was|hire|order|get|buy|have|bring|need|want|send|book|report|lost|found|take|mix|play|see|watch|add|because|its|it is|theres a|theres|there is|there is a",
  another:
    "another|one more|a second|a third|an additional|an extra|a further|a new|a separate|a different|two more|three more|yet another|once more",
  resume:
    "go on|lets go on|continue|lets continue|carry on|go back|lets go back|get back|lets get back|where were we|back to|go back to|going back to|get back to|return to|lets return to|continue with|carry on with|go on with|proceed with|resume|come back to|switch back to|finish the|finish my|lets finish|the other one|the other task|continue the|continue my|where were we with|lets do the other",
  page: "next|more|previous|back",
  clear:
    "remove the|remove my|clear the|clear my|delete the|delete my|erase the|erase my|reset the|unset the|empty the|take out the|take off the|drop the|forget the|remove|clear|delete|erase",
  wrong:
    "change|fix|edit|modify|correct|is wrong|was wrong|are wrong|is incorrect|is not right|isnt right|is not correct|isnt correct|wasnt right|is not what i said|is not what i meant|isnt what i said|is not what i want|looks wrong|seems wrong|wrong|incorrect|not the right|is not good|is off|change the|change my|fix the|fix my|edit the|modify the|correct the|i want to change the|i want to change my|not my|not the",
  unwanted:
    "i dont want|i do not want|i didnt want|we dont want|dont want|do not want|i dont need|i do not need|we dont need|dont need|no need for|no need to|i no longer want|i no longer need|i am not looking for|im not looking for|im not here to|i am not here to|not looking for|not interested in|i wouldnt|i would not|its not about|it is not about|its not a|this is not about|this isnt about|not about|instead of|rather than|im not calling about|i didnt ask for|dont cancel|do not cancel|dont change|do not change|dont book|do not book|dont send|do not send|please dont|please do not|i never wanted|i am not|im not|its not|it is not|it isnt|this is not|this isnt",
  turn: "actually|first|before that|before we go on|wait|also|by the way|btw|oh|instead|on another note|something else|one more thing|another thing|wrong button|meanwhile|in the meantime|and also|but first|hold on|hang on|i changed my mind|oh and|and",
  social:
    "how are you|how are you doing|how are you today|hows it going|how is it going|how do you do|hows things|how are things|whats up|nice to meet you|pleased to meet you|you alright|you ok|tell me a joke|say something funny|sing a song|how old are you|who are you|what are you|are you a robot|are you a bot|are you human|are you real|whats your name|what is your name|do you like|i love you|i like you|i hate you|you are great|youre great|you are funny|youre funny|you are awesome|youre awesome|you are stupid|youre stupid|you are useless|youre useless|you rock|you guys rock|you are the best|youre the best|good job|well done|nice one|haha|hahaha|lol|lmao|hehe|god bless|bless you|happy birthday|merry christmas|happy new year|have fun|im bored|i am bored|whats up|how do you feel|are you ok|are you okay|nice weather|lovely weather|good luck|congratulations|youre welcome|you are welcome|no worries|cool|wow|omg",
};
