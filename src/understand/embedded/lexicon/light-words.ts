/** Words that name no subject. Who says nothing else ("that sounds good, go ahead") means what was talked about. */
export const lightWords: ReadonlySet<string> = new Set(
  `a an the this that these those it its there here one ones thing things i me my mine you your yours we us our ours he him his she her they them their
  who whom whose what which when where why how some any all both each either neither none every other another same such else something anything everything nothing
  is are was were be been being am do does did doing done have has had having can could will would shall should may might must cannot
  id im ive ill youre youd weve wed thats theres heres lets dont doesnt didnt isnt arent wont cant couldnt wouldnt whats hows
  and or but nor so if then than because while until though as at by for from in into of off on onto out over to up with without about after before around
  not no nope nah never yes yeah yep yup sure ok okay alright right fine good great nice cool perfect excellent awesome wonderful fantastic lovely super ideal brilliant
  please kindly thanks thank welcome sorry hello hi hey well oh ah hmm really very much more most less just only also too still again instead now later soon already maybe perhaps actually
  want wants wanted need needs needed like likes liked love prefer wish hope think guess know mean seem seems sound sounds work works look looks feel interested
  go going gonna wanna make makes making made get gets getting take takes taking give gives put let try trying tried attempt help use keep continue proceed finish handle able possible ahead forward away
  time times date dates day days week month hour today tonight tomorrow morning afternoon evening night noon am pm oclock
  first second third last next st nd rd th two three four five six seven eight nine ten eleven twelve`
    .split(/\s+/)
    .filter(Boolean),
);
