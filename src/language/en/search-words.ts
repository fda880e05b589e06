import type { SearchWords } from "../search-words.ts";

/**
 * Everyday words that people use for the same thing, whatever the documents are about. A trade's own words do not belong here:
 * authors write those beside their documents. Each line of `same` is a group of words that may stand for one another; in
 * `kinds` the words after the colon are kinds of what stands before it, and a question about the kind is answered by a passage
 * about the whole, not the other way round. Underscores join words to a phrase.
 */
export const englishSearch: SearchWords = {
  // Common everywhere: where a passage lacks them, little is missing.
  weakWords: `bring brings brought bringing take takes took taken taking give gives given go goes going went come comes came
    make makes made making put puts keep say says said see seen show shows find finds found think thought look looks
    looking help ask asked try tried turn turned reach reached receive received handle happen happened mean means
    want wanted buy bought have having must allowed allow okay sure fine good bad better best well high low
    all another other others each every both more most less few several only same such own whole full half
    one two three four five six seven eight nine ten twelve hundred thousand first second third last next
    today tomorrow yesterday morning evening night week now soon already always never again after before during until since
    time times day thing things way ways people person man woman name kind sort part place
    without within between against through over under back away off around along together
    big small large little long short new old many much enough
    tell about describe explain information details cost costs price pay paid charge how_much`,
  same: `
    cost costs price fee charge charged expensive pay paid how_much
    refund refunded money_back reimburse get_back paid_back repay give_back
    free gratis free_of_charge complimentary included for_nothing without_charge no_charge
    discount cheaper reduction reduced percent_off
    bill invoice
    instalment instalments parts split monthly_parts in_parts spread several_months
    limit maximum at_most up_to the_most upper_limit
    instant immediate at_once immediately right_away
    quickly fast rapid swiftly speedy
    abroad foreign overseas
    currency currencies dollars pounds
    loan borrow lend
    salary income wage wages
    luggage baggage bag bags suitcase suitcases
    plane aircraft airplane
    trip journey
    hotel accommodation
    operation surgery
    shop store
    purchase purchases buy bought shopping
    yearly annual per_year a_year every_year
    monthly a_month per_month every_month each_month
    daily a_day per_day each_day every_day one_day
    lost missing disappeared gone lose
    stolen theft stole robbed pickpocket steal
    broken broke damaged damage cracked crack bent worn defective
    forgot forgotten forget cant_remember left_behind dont_remember
    wrong mistake wrongly incorrect error by_mistake
    refused refuse declined rejected denied
    forbidden prohibited banned not_allowed
    complain complaint complaints unhappy
    late delay delayed delays
    cancel cancelled cancelling call_off called_off
    change changing move moving switch alter modify
    early earlier sooner ahead before
    replace replacement new_one
    raise raising increase higher
    choose choosing pick picking select selecting
    repair repaired fix mend
    delete deleting erase remove
    expire expired expires lapse
    weight weigh heavy kg kilo kilos kilograms
    meal meals food eat eating
    film films movie movies
    documents papers paperwork
    ill illness sick disease
    pregnant pregnancy expecting
    child children kid kids son daughter year_old
    baby babies infant newborn
    alone unaccompanied by_himself by_herself
    family relative relatives wife husband brother sister mother father parents spouse
    animal animals pet pets
    bicycle bicycles bike bikes
    car vehicle automobile
    phone mobile smartphone cellphone telephone
    wi_fi wifi wireless
    internet online web website
    television tv
    electricity socket sockets plug power
    opening_hours open hours
    student students university college
    employee employees staff worker
    company companies firm
    client customer clients customers
    allergy allergic intolerance
    gift present
    receipt receipts`,
  kinds: `
    dog: puppy
    cat: kitten
    animals: dog cat
    relative: grandmother grandfather aunt uncle cousin mother father brother sister
    children: toddler teenager boy girl infant baby`,
};
