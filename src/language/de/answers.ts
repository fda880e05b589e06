import type { Words } from "../language.ts";

export const answerWords = {
  answer: [
    [
      "yes",
      "ja|j|jo|jap|jep|jepp|jup|jupp|jawohl|jawoll|jaa|jaaa|joa|jaja|ja klar|klar|na klar|klar doch|aber klar|logo|logisch|sicher|aber sicher|sicher doch|na sicher|natürlich|natuerlich|aber natürlich|selbstverständlich|freilich|gewiss|genau|ganz genau|exakt|richtig|das ist richtig|stimmt|das stimmt|stimmt so|stimmt genau|korrekt|das ist korrekt|ok|okay|oki|okey|k|gut|sehr gut|ist gut|schon gut|alles klar|in ordnung|geht in ordnung|einverstanden|bin einverstanden|ich bin einverstanden|abgemacht|passt|das passt|passt so|passt mir|passt schon|passt gut|passt perfekt|gern|gerne|sehr gern|sehr gerne|ja gern|ja gerne|ja bitte|bitte|bitte ja|bitte gern|bitte sehr|mit vergnügen|unbedingt|auf jeden fall|auf alle fälle|definitiv|absolut|durchaus|allerdings|eben|so ist es|ist so|das ist so|genauso|so machen wir das|so machen wir es|machen wir|mach das|mach mal|mach ruhig|machen sie das|nur zu|los|los gehts|weiter so|weiter|tu das|von mir aus|meinetwegen|warum nicht|wieso nicht|kein problem|kein ding|keine einwände|kein einwand|nichts dagegen|ich habe nichts dagegen|hab nichts dagegen|habe nichts dagegen|spricht nichts dagegen|geht klar|geht|das geht|wird gemacht|ich denke schon|denke schon|denk schon|glaub schon|glaube schon|ich glaube schon|ich glaub schon|ich glaube ja|ich denke ja|doch|doch doch|aber ja|oh ja|ach ja|aber gerne|top|super|prima|perfekt|toll|spitze|klasse|wunderbar|hervorragend|ausgezeichnet|fein|schön|bestens|klingt gut|klingt super|hört sich gut an|das klingt gut|sieht gut aus|das wäre super|das wäre toll|das wäre schön|wäre super|wäre toll|das würde ich gern|das möchte ich|möchte ich|will ich|ja will ich|ich will|ich möchte|habe ich|hab ich|bin ich|sind wir|haben wir|bestätigt|bestätige|ich bestätige|ich stimme zu|stimme zu|zugestimmt|akzeptiert|fertig|bereit|bin bereit|bin dabei|ich bin dabei|dabei|jawohl ja|yes|yep|yo|si|wahr|das ist wahr|1|👍|✅|👌|✔|🙂|🙌|💯|mhm|hm ja|sowieso|immer|freut mich",
    ],
    [
      "no",
      "nein|n|ne|nee|nö|noe|nein nein|nein danke|nee danke|danke nein|nein lieber nicht|nicht|nicht wirklich|nicht so richtig|eher nicht|eher nein|lieber nicht|besser nicht|lieber nein|auf keinen fall|auf gar keinen fall|keinesfalls|keineswegs|niemals|nie|nie im leben|nimmer|gar nicht|überhaupt nicht|ganz und gar nicht|absolut nicht|sicher nicht|bestimmt nicht|natürlich nicht|selbstverständlich nicht|definitiv nicht|unter keinen umständen|um gottes willen|bloß nicht|bitte nicht|ja nicht|nur nicht|noch nicht|jetzt nicht|nicht jetzt|heute nicht|diesmal nicht|momentan nicht|im moment nicht|nicht mehr|stimmt nicht|das stimmt nicht|stimmt so nicht|stimmt leider nicht|falsch|das ist falsch|ist falsch|leider falsch|nicht richtig|das ist nicht richtig|ist nicht richtig|nicht korrekt|das ist nicht korrekt|inkorrekt|passt nicht|das passt nicht|passt mir nicht|geht nicht|das geht nicht|leider nein|leider nicht|ich glaube nicht|glaube nicht|glaub nicht|ich glaub nicht|ich denke nicht|denke nicht|denk nicht|ich denke nein|wohl kaum|kaum|wohl nicht|ich will nicht|will ich nicht|will nicht|möchte ich nicht|ich möchte nicht|möchte nicht|brauche ich nicht|brauch ich nicht|brauche nicht|nicht nötig|ist nicht nötig|nicht notwendig|unnötig|kein bedarf|kein interesse|keine lust|nichts|nichts davon|keins|keins davon|keine|keiner|keines|keiner davon|habe ich nicht|hab ich nicht|bin ich nicht|haben wir nicht|sind wir nicht|ist es nicht|im gegenteil|mitnichten|abgelehnt|ich lehne ab|lehne ab|ablehnen|vergiss es|vergessen sie es|kommt nicht in frage|kommt nicht infrage|keine chance|ausgeschlossen|unmöglich|nichts da|von wegen|auch nicht|weder noch|no|nope|negativ|0|👎|❌|🚫|🙅|nada|pustekuchen|lass mal|lass gut sein|lass es|lassen wir das|nein bitte nicht|unwahr|nicht wahr",
    ],
    [
      "maybe",
      "vielleicht|eventuell|evtl|evtl.|möglicherweise|möglich|kann sein|könnte sein|mag sein|kann schon sein|wahrscheinlich|vermutlich|wahrscheinlich schon|wahrscheinlich nicht|vermutlich nicht|unter umständen|weiß nicht|weiss nicht|weiß ich nicht|weiss ich nicht|ich weiß nicht|ich weiss nicht|ich weiß es nicht|weiß ich noch nicht|weiß noch nicht|ich weiß noch nicht|keine ahnung|ka|k.a.|kp|kein plan|keinen plan|keinen schimmer|keinen blassen schimmer|nicht sicher|bin nicht sicher|ich bin nicht sicher|ich bin mir nicht sicher|bin mir nicht sicher|bin mir noch nicht sicher|unsicher|bin unsicher|ich bin unsicher|mal sehen|mal schauen|mal gucken|schauen wir mal|schaun wir mal|wir werden sehen|werden wir sehen|muss ich überlegen|muss überlegen|muss noch überlegen|ich überlege noch|überlege noch|muss ich nachdenken|ich muss nachdenken|kommt drauf an|kommt darauf an|das kommt drauf an|das kommt darauf an|je nachdem|hängt davon ab|das hängt davon ab|schwer zu sagen|kann ich nicht sagen|kann ich noch nicht sagen|kann man nicht sagen|noch unklar|unklar|unentschlossen|bin unentschlossen|noch nicht entschieden|habe mich noch nicht entschieden|jein|teils teils|ja und nein|sowohl als auch|mehr oder weniger|so halb|halb halb|egal|ist egal|ist mir egal|mir egal|mir gleich|wie du willst|wie sie wollen|wie sie möchten|keine präferenz|gute frage|wer weiß|fragt sich|fifty fifty|hoffentlich|ich hoffe|manchmal|muss ich nachschauen|muss ich schauen|muss ich erst schauen|später vielleicht|ich sage noch bescheid|ich gebe bescheid|🤷|hm|hmm|nicht unbedingt|nicht zwingend|schon möglich|gut möglich|eher ja|vergessen|habe ich vergessen|hab ich vergessen",
    ],
  ],
  agreeing: [
    [
      1,
      "ja|jawohl|jo|jep|ok|okay|einverstanden|abgemacht|akzeptiert|akzeptiere|angenommen|bestätige|bestätigt|bestätigen|gerne|gern|gut|prima|super|toll|klasse|perfekt|passt|richtig|genau|korrekt|klar|stimmt|los|weiter|fertig|danke|wunderbar|ausgezeichnet",
    ],
  ],
  order: [
    [
      1,
      "buch das|buchen sie das|buche es|mach das|machen sie das|mach es|schick es|schicken sie es|sende es|überweise es|bestell es|bestellen sie es|kauf es|storniere es|stornieren sie es",
    ],
  ],
  unfinished: [[1, "ist|geht|denke|glaube|nicht|bitte|will|möchte|wir"]],
  questionWord: [[1, "was|wann|wo|welche|welcher|welches|wer|wessen|warum|wieso|wie|woher|wohin|wozu"]],
  filler: [
    [
      1,
      "oh|ah|äh|ähm|hm|hmm|also|na|na ja|naja|tja|ach|achso|ach so|nun|nun ja|mal|doch|eben|halt|ich|denke|glaube|würde|sagen|und|dann|danke|hallo|hi|hey|bitte|eigentlich|ehrlich gesagt|so|gut|ok|okay|schon|auch|noch|lieber|nehme|nehmen|wir|machen|das|ist|es|jetzt|ja mei|schön",
    ],
  ],
} as const satisfies Partial<Words>;
