import type { SlotCues } from "../slot-cues.ts";

export const slotCues: SlotCues = {
  subjects: {
    email: {
      sure: "email|e-mail|e mail|email address|e-mail address|e mail address|mail address|email addresses|emails",
      maybe: "mail|inbox",
    },
    phone: {
      sure: "phone|phone number|telephone|telephone number|mobile|mobile number|mobile phone|cell|cell phone|cellphone|cell number|landline|contact number|phone numbers|whatsapp|whatsapp number|number to call|number can we call|number can we reach|number can i reach|number should we call|phone no",
      maybe: "call you|call you back|reach you|ring you|text you|tel|callback",
    },
    url: {
      sure: "url|web address|website address|link|links|website|web site|web page|webpage|homepage|home page|hyperlink|uri",
      maybe: "web|site address|profile page|online profile|online",
    },
    iban: { sure: "iban|bank account number|international bank account number", maybe: "bank account|bank details" },
    plate: {
      sure: "licence plate|license plate|number plate|plate number|registration plate|vehicle registration|licence plate number|license plate number|registration number of the car|registration number of the vehicle|car registration",
      maybe: "plate|reg number|registration number|registration",
    },
    code: {
      sure: "code|codes|reference|reference number|booking reference|booking number|order number|tracking number|tracking code|serial number|invoice number|customer number|account number|member number|membership number|card number|policy number|ticket number|case number|meter number|confirmation number|reservation number|identifier|id|id number|passport number|postcode|post code|postal code|zip|zip code|zipcode|pin|pin code|barcode|voucher code|promo code|promotion code|coupon code|coupon|flight number|booking code|confirmation code|model number|part number|number of the meter|number on the meter|number of the card|number on the card|number of the ticket|number on the ticket|number of the order|number of your order|number of the invoice|number on the invoice|number of the booking|number of your booking|vat number|tax number|tax id|social security number|locker number|file number|claim number|student number|employee number|registration code|last four digits|last four|digits|username|user name|login|vin|isbn|sku|patient number|contract number|permit number|licence number|license number|number on your card|number on your bill|number on the bill|number on the box|number on the label|key number|plot number|bin number|seat number|room number|gate number|platform number|bus number|line number|train number|badge number",
      maybe:
        "number of the|number on the|number on your|number of your|numbered|what is the number|what's the number|what is its number|ref|sn|no|number",
    },
    address: {
      sure: "address|addresses|street|street address|home address|postal address|delivery address|billing address|shipping address|mailing address|new address|where do you live|street and number|house number|where should we deliver|where do we deliver|where shall we deliver|deliver to|where do you want it delivered|where should it be delivered",
      maybe:
        "where should we send|where shall we send|where do we send|where do we bring|where should we bring|where shall we bring|where should we come|where shall we come|where do we come|where should we pick|where do we collect|where should we collect|live|lives|moving to|building|house|home",
    },
    person: {
      sure: "who|whom|whose|your name|full name|first name|last name|surname|family name|given name|middle name|what are you called|name of the person|name of the client|name of the customer|name of the guest|name of the patient|name of the passenger|name of the owner|name of the contact|name of the child|name of the student|name on the card|name on the booking|name on the ticket|contact person|name it is under|name is it under|name should i put|name should we put|under which name|under what name|whose name|person's name|what name|in whose name|name is the booking|name goes on",
      maybe:
        "name|names|person|client|customer|guest|patient|passenger|recipient|receiver|payee|beneficiary|contact|holder|owner|driver|doctor|dentist|physician|therapist|stylist|hairdresser|barber|teacher|instructor|trainer|coach|colleague|friend|author|artist|singer|actor|actress|director|composer|employee|manager|agent|member|volunteer|walker|sitter|student|pupil|child|swimmer|applicant|tenant|landlord|someone|somebody|referee|witness|host",
    },
    place: {
      sure: "where|city|town|village|country|state|region|province|county|district|neighbourhood|neighborhood|airport|station|train station|bus stop|stop|port|location|destination|origin|place of birth|birthplace|from where|to where|which city|which town|which airport|which station|venue|name of the city|name of the town|area|place|nearest town|pick-up point|pickup point|meeting point|landmark|terminus",
      maybe: "room|floor|spot|site|department|campus|branch|office|park|corner",
    },
    thing: {
      sure: "title|title of|title of the|called|name of the band|name of the show|name of the company|name of the business|name of the restaurant|name of the hotel|name of the dog|name of the cat|name of the pet|name of the school|name of the team|name of the choir|name of the product|name of the song|name of the film|name of the movie|name of the book|name of the event|name of the group|name of the medicine|name of the drug|name of the street|dog's name|cat's name|pet's name|company name|business name|product name|team name|band name|brand|make|model|make and model|which song|which book|which film|which movie|kind of|type of|sort of|colour|color|breed|species|genre|cuisine|subject|topic|item|product|organisation|organization|company|school|employer|profession|occupation|job title|nationality|language|which track|category|variety|flavour|flavor|dish|medicine|medication|style|material|instrument",
      maybe:
        "what|which|what's|song|book|film|movie|album|track|restaurant|hotel|band|show|team|dog|cat|pet|plant|animal|event|object|goods|food|gear|piece",
    },
    story: {
      sure: "describe|description|tell us|tell me|what happened|what went wrong|what is wrong|what's wrong|what is the matter|what's the matter|what is the problem|what's the problem|in your own words|comment|comments|note|notes|message|feedback|reason|why|details|explain|explanation|complaint|symptom|symptoms|anything else|anything we should know|special requests|special request|instructions|remarks|remark|story|what is broken|what's broken|what's damaged|what is damaged|question|review|summary|what does it look like|how did it happen|circumstances|suggestion|opinion|background",
      maybe: "problem|issue|fault|damage|request|about|wish|wishes|reasons|happened|text|experience|trouble",
    },
    date: {
      sure: "when|date|day|which day|what day|on which day|what date|which date|date of birth|birthday|birth date|deadline|due date|expiry date|expiration date|best before|calendar day|since when|day of|day of the|date of|date of the|from when|until when|by when",
      maybe: "born|birth|since|until|weekday|week|month|year|expires|expiry|valid until",
    },
    time: {
      sure: "time|what time|which time|at what time|hour|what hour|o'clock|time of|time of the|time of day|start time|end time|opening time|arrival time|departure time|pick-up time|pickup time|starting time",
      maybe: "time slot|slot|when",
    },
    date_range: {
      sure: "date range|range of dates|period|dates|which dates|what dates|from when to when|from when until when|between which dates|which days|what days|dates of|stay dates|travel dates",
      maybe: "holiday|vacation|weeks",
    },
    time_range: {
      sure: "time range|time window|time frame|timeframe|hours|which hours|what hours|from what time to what time|opening hours|between what times|availability",
      maybe: "window|time slot",
    },
    duration: {
      sure: "how long|duration|length of time|length of the stay|length of stay|length of the walk|length of the session|length of the call|length of the visit|length of the course|for how long|number of nights|number of days|number of hours|number of minutes|number of weeks|number of months|number of years|how many minutes|how many hours|how many days|how many nights|how many weeks|how many months|how many years|how old|age|time needed|how much time|how long for|how many more days|years of experience",
      maybe: "length|term|long",
    },
    money: {
      sure: "how much money|price|cost|costs|amount of money|amount in|budget|fee|fare|rent|salary|income|deposit|payment|monthly payment|how much do you want to pay|how much would you like to pay|how much do you pay|how much did you pay|how much did it cost|how much does it cost|worth|balance|funds|sum|spend|donate|transfer|amount to pay|amount to transfer|amount to send|tip|invoice amount|what did you pay|what did it cost|limit|refund|loan|mortgage|wage|wages|purchase price|value in|value of the voucher|price range|in cash|money|donation|pay a month|pay per month",
      maybe: "amount|how much|value|pay|charge|credit|bill|total|expenses|voucher|claim",
    },
    measure: {
      sure: "weight|how heavy|weigh|weighs|height|how tall|how high|width|how wide|depth|how deep|distance|how far|temperature|how hot|how cold|how warm|volume|area of|surface|how big|how large|speed|how fast|consumption|mileage|dimensions|diameter|capacity|dosage|dose|floor area|living space|square metres|square meters|square feet|length of the",
      maybe: "size|heavy|length|how much|amount|quantity|how long|long",
    },
    people: {
      sure: "how many people|number of people|how many of you|how many guests|number of guests|how many passengers|number of passengers|how many adults|number of adults|how many children|number of children|how many persons|number of persons|party size|size of the party|group size|size of the group|how many visitors|number of visitors|how many are you|how many will you be|how many are coming|how many are there of you|how many seats|number of seats|how many travellers|how many travelers|number of travellers|number of travelers|how many attendees|number of attendees|headcount|head count|household size|how many participants|number of participants|how many kids|number of kids|how many are in|people fly|people come|people travel|people are coming|how many students|number of students|how many players|number of players|how many diners|how many tenants|how many singers|number of singers",
      maybe:
        "people|guests|passengers|adults|persons|travellers|travelers|visitors|participants|attendees|children|kids|seats|party|household|of you|tickets|pax",
    },
    things: {
      sure: "how many|number of|how many of|count|how often|how many times|number of times|count of|quantity|total number of|how many pieces",
      maybe: "amount of|stars|score|rating|number|copies|pieces|units|bags|times|rooms",
    },
  },
  traits: {
    past: {
      sure: "did|was|were|happened|happen to you|took place|born|birth|birthday|since|since when|have you had|have you been|has it been|have had|last time|purchased|bought|purchase date|date of purchase|issued|date of issue|lost|noticed|incident|accident|occurred|stolen|missing since|went|joined|taken|when you read|previous|graduated|hired|ordered on|order date|previously|when you noticed|invoice date|last visit|was it|read it on|day of the reading|date of the reading|date of death|died|seen|saw|began|acquired|so far",
      maybe: "lived|worked|ago|had|been|past|previous|older",
    },
    future: {
      sure: "will|shall|would|would you like|should|can we|can you|do you want|do you need|want to|like to|going to|next|deadline|due|due date|best before|expires|expiry|expiry date|valid until|new day|new date|instead|upcoming|appointment|booking|reservation|reserve|delivery|planned|plan to|do you move|suits you|suit you|works for you|we come|to be ready|try again|by when|arrive|needed|need it|prefer|preferred|desired|wanted",
      maybe: "do you|does it|does the|visit|course|session|pick up|move|travel|fly|leave|return|start|come",
    },
    start: {
      sure: "from|from when|from where|start|starts|starting|begin|begins|beginning|first day|first night|first|departure|depart|departing|leaving|do you leave|want to leave|origin|check-in|check in|checkin|pick-up|pick up|pickup|outbound|outgoing|going out|moving in|move in|arrival at the hotel|opens|opening|entry|since|source|coming from|setting off|set off|starting point|starting from|collection",
      maybe: "outward|leave|leaves",
    },
    end: {
      sure: "to where|until|until when|till|end|ends|ending|finish|finishes|last day|last night|return|returning|returns|destination|arrival|arrive|arriving|check-out|check out|checkout|drop-off|drop off|dropoff|inbound|coming back|come back|back|moving out|move out|moving to|closes|closing|travel to|where to ?|travelling to|traveling to|fly to|flying to|are you going|do you go|are you heading|head to|goes to|like to go|want to go|bring it back|expiry|expires|deadline|by when|exit|target|up to when|travel destination|is it going",
      maybe: "to ?|last",
    },
    years: { sure: "age|how old|years old|age of" },
    unit_next: { sure: "in|in total|how many|number of|(|measured in|how many more|count of|more", maybe: "of" },
  },
};
