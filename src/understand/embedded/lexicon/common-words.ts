/** Words that name nothing, even with a capital at the start of a sentence. */
export const commonWords: ReadonlySet<string> = new Set(
  `a about absolutely actually add address after again ah all alright also although always am amazing an and another any anybody anyone anything anyway are around as ask at available awesome
  back balance be because been before being best better between book booking both but buy by bye call can can't cancel cancelled change cheap check checking choose city class close come concert confirm confirmed cool correct correction
  could couldn't currently date day days definitely departing did different dinner directed do does doesn't doing done don't down drop each earlier either else email ends enough event events ever every everything exactly excellent excuse
  family fantastic far fast feel few film find fine first flight flights fly for forget found free friend friends from fun general get getting give given go goes going good goodbye got great ha had happy has have haven't having he
  hello help her here hey hi him his hmm hold home hope hopefully hotel hotels house how however i i'd i'll i'm i've ideal if in indeed inexpensive information instead interested into is isn't it it'd it'll it's its
  just keep kind know last later leave leaving less let let's like likely listen little location long look looking lot lots love lovely lunch made make making many maybe me mean meant might mine money more morning most move movie movies
  much music must my myself name near need needed neat never new next nice night no nope not nothing now of off oh ok okay on once one ones only open or order other others ought our out over own
  party pay people perfect person phone pick place play please plus point possible prefer price probably put quite rather read really reasonable recommend rent reservation reserve restaurant return ride right room rooms
  same say schedule search searching seat seats see seems send set several shall she should show shows similar since so some somebody someone something somewhere song songs soon sorry sounds splendid star start starting state stay
  still stop such suggest super sure take taking talk tell than thank thanks that that'd that'll that's thats the their them then there there's these they they're thing think this those though thought through ticket tickets till time to
  today together tomorrow tonight too transfer travel traveling trip try trying two type um under unfortunately until up upon us use usually very visit wait want wanted was wasn't watch way we we'd we'll we're well went were what what's whatever when whenever
  where where's whether which while who who's whole whom whose why will wish with without won't wonderful work works would wouldn't wow yeah year yep yes yet you you'd you'll you're your yours yup afternoon evening
  mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december noon midnight dr mr mrs ms kindly rating
  looks sound located serves serving also hmmm oops nah agreed agree done cost number it'll could've they'd reservations appointment apartment bus train cab taxi car rental particularly preferably especially arrival departure destination origin roommate area town advance total mind case fact mood addition particular previous choices showing game games match nice job bro concerts title property shared sure hotels house houses attraction attractions theater theatre cinema doctor dentist therapist stylist salon rental weather forecast alarm account`
    .split(/\s+/)
    .filter(Boolean),
);
