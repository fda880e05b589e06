import type { WordLists } from "./word-lists.ts";

const near =
  "germany france italy spain portugal greece austria ireland belgium netherlands poland sweden denmark finland rome berlin paris madrid barcelona lisbon vienna athens dublin brussels amsterdam milan munich prague";
const far =
  "mexico brazil argentina chile colombia peru cuba japan china india thailand vietnam indonesia singapore korea australia egypt morocco tunisia kenya africa asia turkey israel dubai";

/**
 * What customers of any service call the same things. Each line of `same` is a group of words that may stand for one
 * another; in `kinds` the words after the colon are kinds of what stands before it, and a question about the kind is
 * answered by a passage about the whole, not the other way round. Underscores join words to a phrase.
 */
export const english: WordLists = {
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
    big small large little long short new old many much enough bank airline company service
    class tell about describe explain information details cost costs price pay paid charge how_much`,
  same: `
    cost costs price fee charge charged tariff fare expensive pay paid how_much
    refund refunded money_back reimburse get_back paid_back repay give_back
    free gratis free_of_charge complimentary included for_nothing without_charge no_charge
    discount cheaper reduction reduced percent_off
    cash banknotes notes
    withdraw withdrawal withdrawing withdrawals take_out taking_out getting_cash
    pay_in paying_in deposit paid_in
    bill invoice
    instalment instalments parts split monthly_parts in_parts spread several_months
    limit maximum at_most up_to the_most upper_limit
    interest yield
    loan credit borrow lend finance
    savings saver save put_aside deposit
    transfer send_money wire sending
    instant immediate at_once immediately right_away
    abroad foreign overseas
    currency currencies dollars pounds
    salary income wage wages payslip payslips
    shop store merchant retailer
    purchase purchases buy bought shopping
    yearly annual per_year a_year every_year
    monthly a_month per_month every_month each_month
    daily a_day per_day each_day every_day one_day
    lost missing disappeared gone lose
    stolen theft stole robbed pickpocket steal
    broken broke damaged damage cracked crack bent worn defective
    forgot forgotten forget cant_remember left_behind dont_remember
    blocked block locked
    wrong mistake wrongly incorrect error by_mistake typo
    refused refuse declined rejected denied
    complain complaint complaints unhappy
    dispute object objecting contest disagree
    late delay delayed delays
    cancel cancelled cancelling call_off called_off
    close closing end ending quit leave leaving terminate give_up
    change changing move moving switch alter modify another_day another_date
    early earlier sooner ahead before
    replace replacement new_one
    luggage baggage bag bags suitcase suitcases case cases
    hand_luggage carry_on carry_ons trolley trolley_case cabin_bag cabin_case cabin
    hold checked check_in_a_bag
    overweight too_heavy weighs kilos heavier
    weight weigh heavy kg kilo kilos kilograms
    oversize too_big too_large larger
    plane aircraft airplane jet on_board
    flight fly flying flights trip journey
    ticket booking reservation booked
    boarding_pass boarding_card
    counter desk
    connection connecting change_planes changing_planes layover stopover
    upgrade better_class
    meal meals food eat eating snacks
    alcohol wine beer whisky drink drinks
    electricity sockets socket plug power usb
    film films movie movies
    smoke smoking vape vaping cigarette cigarettes
    passport identity_card
    documents papers paperwork
    hotel overnight accommodation
    compensation owed entitles entitled
    storm storms weather thunderstorm snow fog hurricane
    ill illness sick disease
    operation surgery
    pregnant pregnancy expecting
    cast casts plaster
    wheelchair
    blind deaf disability
    miles points
    member members status
    child children kid kids son daughter year_old
    baby babies infant newborn
    lap knees
    pushchair pushchairs stroller buggy pram
    cot cots bed bassinet crib
    alone unaccompanied by_himself by_herself
    legroom legs knees
    family relative relatives wife husband brother sister mother father parents spouse
    joint both_of_us
    surname married marriage wedding wed divorced last_name
    name names spelling letter letters
    companion guest friend bring_somebody
    give_to_someone pass_on another_person someone_else
    animal animals pet pets
    bicycle bicycles bike bikes
    surfboard surfboards
    snowboard snowboards ski skis
    diving scuba
    phone mobile smartphone cellphone handset telephone
    wi_fi wifi wireless
    internet online web website
    data gigabyte gigabytes gb mb
    run_out ran_out run_out_of expire expired expires lapse
    plan plans tariff
    password key
    pin code
    terminal card_reader card_machine
    machine machines atm cash_machine
    contactless tap tapping touch
    warranty guarantee
    repair repaired fix mend
    television tv channels
    movement movements transactions
    export exporting spreadsheet excel csv
    standing_order standing_orders automatically regular_payments
    direct_debit direct_debits
    power_of_attorney act_for on_my_behalf
    address moved new_home moved_house
    safe protected secure bankrupt
    opening_hours open hours visit
    phishing scam pretend
    student students university enrolment college
    employee employees staff worker
    company companies business_customers firm
    lounge lounges
    overbooked full_plane no_seats
    first_bill first_invoice
    slow speed weak poor
    swift bic
    unlimited without_limit flat_rate
    allergy allergic intolerance
    nut nuts peanut peanuts almonds
    underage minor minors youth under_age
    identify identification identity video_call camera prove_who_i_am
    forbidden prohibited banned not_allowed allowed_in
    security security_check screening
    suit coat garment jacket
    weapon weapons gun rifle shotgun pistol
    fishing rod rods
    drums tuba keyboard piano
    tuition school studies course
    renovation refurbish rebuild works_in_the_home new_kitchen new_bathroom
    car vehicle auto automobile
    pause pausing skip suspend holiday_from
    late_payment cant_pay unpaid miss_a_payment not_paid
    repay paying_back pay_off paid_off
    payroll salaries wages
    accounting bookkeeping
    adviser advisor appointment talk_to_somebody meeting
    safe_deposit_box safe_deposit_boxes vault
    ramp accessible accessibility
    language languages speak spoken
    privacy personal_data gdpr data_about_me
    delete deleting erase remove
    advertising marketing spam newsletter unsubscribe
    notification notifications alert alerts
    statement statements
    fingerprint face biometric
    login log_in sign_in access
    dormant unused inactive
    heirs inheritance died dies death passed_away deceased
    death_in_the_family dies died funeral
    swallowed ate kept_my_card
    charged_twice double twice two_times
    fraud unauthorised didnt_make not_mine did_not_make dont_recognise
    never_came never_arrived not_delivered didnt_arrive did_not_arrive hasnt_arrived
    reservation_by reserved hold_on_my_card blocked_amount
    recall take_back taking_back undo undoing reverse call_back
    wrong_account_number wrong_person wrong_iban wrong_account
    future scheduled ahead_of_time later_date
    coins coin
    large_sums large_amount lots_of_cash big_amount
    exchange foreign_notes
    early_withdrawal ending_early before_it_ends
    round_up rounding_up spare_change
    additional_card second_card extra_card partner_card
    additional extra more_bags another_bag additional_suitcases
    raise raising increase higher
    prepaid top_up load loading
    roaming abroad travelling_abroad
    sim esim
    porting keep_my_number keeping_your_number taking_your_number
    voicemail mailbox answering_machine
    hide hiding anonymous withhold
    router modem box
    restart reboot restarting
    reset resetting factory_settings
    outage fault down not_working no_internet interruption
    technician engineer installer installation install
    moving_house move_house new_address moving_home
    fibre fiber broadband
    contract minimum_term commitment
    withdraw_contract withdrawing change_my_mind
    sports_package football league
    record recording recordings
    parental parents_set filter lock
    paper_bill by_post letter
    itemised list_of_calls calls
    subscription subscriptions third_parties
    unlock unlocking locked_to
    trade_in trading_in sell_my_old
    insurance insured
     your_own_router own_router
    family_account pool pooling share
    earn earning collect
    missing_miles not_credited
    shower showers
    voucher vouchers
    gift gift_card present
    hold_a_price holding_a_price keep_a_fare
    exit_row emergency
    sit_together sitting_together beside next_to seated
    front_row front_rows leave_first
    bid bidding offer_a_price
    strike strikes walkout
    missed_connection miss_my_connection missed_flight
    lower_class downgrade downgraded
    claim claims form
    outbound didnt_take
    consent permission authorisation
    consulate embassy
    oxygen concentrator breathe
    afraid fear scared nervous
    vegan vegetarian gluten halal kosher diet diets special_meal
    blanket blankets pillow cold
    resident residents residence live_in
    large_family large_families three_children
    on_time flight_status
    receipt receipts
    recommend friend referral
    coverage reach reception
    landline home_phone
    shop_near nearest closest
    angling fishing
    gear equipment kit
    seat seats window aisle place_to_sit
    choose choosing pick picking select selecting
    quickly fast rapid swiftly speedy
    cheapest light basic lowest_price
    entertainment films music films_and_music
    warm blanket blankets
    wash shower showers bathe
    gift birthday present
    vat tax tax_number fiscal
    freelancer freelancers self_employed
    client customer clients customers
    become open opening join
    overdraft in_the_red into_the_red below_zero negative_balance overdrawn
    schedule scheduled future payments_on_a_future_date
    used_up used_all run_out
    several_users accountant employees colleague
    raise more_room increase higher_limit
    driving_licence drivers_license
    board_first get_on_the_plane boarding
    put_in_economy lower_class downgraded
    other_airline different_airline another_airline
    apply how_to_claim request
    iphone phone android smartphone apple
    power_of_attorney on_behalf act_for_you
    outbound first_leg one_way
    overbooked plane_is_full no_room
    rebook change changing
    agency agent travel_agent
    coupon voucher vouchers
    terrified afraid fear
    store keep safe_deposit_boxes
    grandson granddaughter child grandchild
    mbit megabit megabits mbps
    expire valid_until valid_only about_to_expire
    freeze pause pausing
    label labels tag tags
    padlock lock locks
    compensation delay_money`,
  kinds: `
    dog: labrador puppy poodle terrier shepherd pug bulldog dachshund beagle
    cat: kitten persian siamese
    birds: bird parrot canary budgie
    rodents: hamster mouse guinea_pig rat
    animals: dog cat rabbit bird snake turtle ferret
    instrument: guitar violin cello trumpet flute drum piano
    medicine: insulin pills tablets drug drugs inhaler syringe
    medicines: insulin pills tablets drug drugs inhaler syringe
    liquids: shampoo perfume water toothpaste gel cream sunscreen
    toiletries: toothbrush toothpaste soap razor
    clothes: underwear shirt trousers coat socks
    jewellery: ring necklace watch earrings bracelet
    valuables: ring necklace watch money wallet
    batteries: battery power_bank
    sports: bicycle ski surfboard golf tennis
    relative: grandmother grandfather aunt uncle cousin mother father brother sister
    children: toddler teenager boy girl infant baby
    strip: wallet purse
    stolen: wallet purse handbag
    medical: hospital doctor illness
    insurance: insured cover covered coverage
    united_states: usa us america new_york boston chicago miami los_angeles washington san_francisco
    canada: toronto montreal vancouver
    united_kingdom: uk england britain london scotland manchester edinburgh
    within_europe: ${near}
    european_union: ${near}
    outside_europe: ${far}
    outside_the_euro_area: ${far}
    rest_of_the_world: ${far}
    ships: cruise ferry boat
    electronic: tablet laptop ereader
    euros: thousand hundred`,
};
