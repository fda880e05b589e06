import type { WordLists } from "./word-lists.ts";

const usa =
  "boston chicago dallas denver detroit florida california texas hawaii houston las_vegas los_angeles miami new_york orlando philadelphia san_diego san_francisco seattle washington states american";
const union =
  "alicante athens barcelona bavaria belgium berlin bilbao bologna bordeaux brussels bucharest budapest bulgaria copenhagen corfu crete croatia cyprus czech dublin dutch estonia florence frankfurt french german greek hamburg helsinki hungary ibiza italian krakow latvia lisbon lithuania lyon malaga mallorca malta marseille milan munich naples palermo paris poland porto portuguese prague riga romania rome seville sicily slovakia slovenia sofia spanish stockholm stuttgart tallinn turin valencia venice vienna warsaw";
const world =
  "argentina australia bangkok beijing bali brazil buenos_aires cairo cape_town caribbean chile china colombia costa_rica cuba delhi dubai ecuador egypt ghana hanoi hong_kong india indonesia istanbul jakarta japan jordan kenya korea lima malaysia marrakesh melbourne mexico morocco mumbai nairobi nepal new_zealand nigeria osaka pakistan peru philippines rio russia seoul shanghai singapore south_africa sydney taiwan thailand tokyo tunisia turkey uruguay venezuela vietnam";

/**
 * How people put what documents put otherwise: before the colon the word of the documents, after it everyday ways to
 * say it. One way only: a question about rum is answered by a passage on alcohol, not one about alcohol by rum.
 * Written beside the passages of tests/knowledge, so their figures flatter it: see docs/knowledge.md.
 */
export const everyday: Pick<WordLists, "kinds"> = {
  kinds: `
    united_states: ${usa}
    european_union: ${union}
    within_europe: ${union}
    euro_area: ${union}
    rest_of_the_world: ${world}
    outside_europe: ${world} ${usa}
    outside_the_euro_area: ${world} ${usa} london switzerland norway sweden zurich geneva oslo
    non_residents: live_abroad living_abroad live_in_another_country not_resident foreigner norway switzerland
    canada: toronto montreal vancouver ottawa quebec
    united_kingdom: london scotland wales england edinburgh glasgow manchester liverpool british northern_ireland
    switzerland: zurich geneva bern basel swiss
    relative: cousin nephew niece grandma grandpa granny grandson granddaughter stepson daughter son uncle aunt
    another_person: cousin friend colleague brother sister wife husband in_my_place instead_of_me
    alone: without_us without_me without_parents without_an_adult on_his_own on_her_own on_their_own by_themselves solo
    children: toddler son daughter grandson granddaughter schoolboy schoolgirl boy girl teenager
    babies: one_year_old months_old toddler newborn infant
    young_people: teenager teen fourteen thirteen fifteen
    lap: on_me on_my_knees in_my_arms
    families: many_kids many_children four_children three_kids five_children with_kids
    joint: me_and_my_husband me_and_my_wife my_partner_and_i together_with_my us_both with_my_husband with_my_wife
    companies: bakery cafe restaurant startup our_shop my_shop my_business our_business entrepreneur
    animals: hamster parrot tortoise goldfish iguana
    dogs: puppy retriever german_shepherd rottweiler husky spaniel collie
    alcohol: rum vodka gin whiskey champagne liqueur spirits prosecco bottle_of_wine
    liquids: shower_gel lotion hair_gel deodorant juice contact_lens
    medicines: antibiotics painkillers injection pen_needles eye_drops prescription
    illness: pneumonia flu fever covid appendicitis came_down_with fell_ill infection hospital too_ill
    operation: operated knee_replacement hip_replacement surgery
    pregnancy: months_pregnant seventh_month eighth_month weeks_along expecting_a_baby due_date
    plaster: broken_leg broke_my_leg broken_arm fracture fractured
    deaf: hard_of_hearing cant_hear hearing_aid sign_language
    blind: cant_see visually_impaired poor_eyesight white_cane
    wheelchair: cant_walk walk_far trouble_walking hard_to_walk mobility
    oxygen: breathing_machine lung
    afraid: panic phobia anxious scared_of
    diets: vegan vegetarian lactose coeliac celiac eat_no_meat no_pork
    allergy: allergic anaphylactic
    jewellery: gold_chain earrings watch
    valuables: camera laptop tablet cash
    left_behind: seat_pocket overhead_locker forgot_on_the_plane left_my left_it
    damaged: wheels_broke ripped torn dented scratched shattered smashed handle_came_off
    did_not_arrive: never_turned_up not_on_the_belt carousel didnt_come_out still_waiting_for_my
    lost: never_found never_turned_up vanished
    essentials: clothes_to_wear nothing_to_wear toothbrush underwear
    overweight: two_kilos_over kilos_over over_the_limit too_many_kilos over_the_weight
    additional: another_suitcase third_bag second_suitcase one_more_bag one_more_suitcase extra_suitcase
    bicycle: e_bike mountain_bike racing_bike cycling
    cello: double_bass
    drums: drum_kit percussion amplifier synthesizer
    violins: ukulele clarinet flute trumpet oboe
    diving: wetsuit scuba snorkel fins
    weapons: hunt hunting firearm ammunition
    team: football_club our_club handball players
    kitesurfing: kite
    legroom: tall more_room long_legs two_metres stretch_my_legs knees
    front_rows: get_off_first get_off_quickly out_first in_a_hurry short_connection
    emergency_exit: exit door wing
    sitting_together: sit_next_to side_by_side next_to_my same_row beside_my
    upgrade: move_up better_seat business_class_seat
    earlier_flight: rather_leave leave_sooner leave_earlier get_home_earlier take_the_earlier
    spelling: misspelled misspelt wrong_letter typed_my_name my_name_is_wrong missing_letter
    wedding: got_married just_married husbands_name married
    changing_the_route: different_city another_city other_destination fly_somewhere_else different_destination
    outbound: first_flight way_there didnt_use_the_first
    refund: money_back what_am_i_left_with get_anything_back lose_my_money whole_amount what_we_paid
    cancel: call_off dont_go not_going cant_travel no_longer_travel dont_want_to_go wont_travel regret
    first_24_hours: this_morning an_hour_ago just_booked just_bought hours_ago yesterday regret
    change: another_date other_day postpone move_my_flight fly_a_day_later different_day later_flight pick_another
    compensation: am_i_due owe_me for_my_trouble what_am_i_owed how_much_do_i_get
    late: behind_schedule after_schedule hours_behind
    hotel: sleep room spend_the_night stay_the_night stuck_overnight next_morning
    strikes: walked_out industrial_action stopped_working
    weather: blizzard lightning ash_cloud ice hurricane typhoon
    lower_class: moved_to_economy sat_in_economy put_in economy_instead downgraded
    missed_connection: left_without_me second_flight onward_flight second_one_left connecting_plane
    overbooked: too_many_passengers sold_too_many not_enough_seats gave_my_seat bumped
    cancelled_in_advance: you_cancelled you_cancel airline_cancelled taken_off_the_schedule
    claim: where_do_i_ask where_do_i_apply get_my_compensation
    meals: hungry lunch dinner breakfast sandwich
    counter: desk
    closing_time: stop_taking latest_i_can too_late how_late at_the_latest last_minute
    boarding_pass: boarding_card
    undo: reverse cancel_my_check_in checked_in_already
    consent: signed without_her_father without_his_father without_her_mother without_his_mother letter_from
    expired: ran_out out_of_date no_longer_valid
    passenger_data: passport_details advance_information
    miles: frequent_flyer frequent_flier bonus_points
    expire: worthless keep_my_miles lose_my_miles
    films: watch_something series entertainment bored
    electricity: charge_my charging charger
    blankets: freezing chilly sleep_on_the_plane
    holding_a_price: think_about_it reserve_this_fare think_it_over need_time not_sure_yet
    instalments: pay_later bit_by_bit over_time month_by_month
    invoice: my_employer expenses tax_number for_my_company
    password: login_details credentials
    forgotten: no_longer_know dont_know_my slipped_my_mind cant_recall
    blocked: locked_out too_many_times wont_let_me_in cant_get_in
    new_phone: another_phone changed_my_phone bought_a_phone replaced_my_phone
    exporting: into_a_spreadsheet bookkeeping_program
    messages_that_pretend: claiming_to_be claims_to_be strange_email suspicious_email suspicious_message fake
    notifications: text_me let_me_know be_told warn_me
    fingerprint: thumb touch_id face_id
    accounts_of_other_banks: all_my_banks other_bank_accounts
    opening_hours: what_time_do_you_open until_what_time when_are_you_open on_saturday
    swallowed: wont_give_back gave_no_card retained
    a_payment_you_did_not_make: know_nothing_about never_bought wasnt_me strange_charge unknown_charge not_by_me unfamiliar
    never_came: nothing_has_arrived never_received not_received no_parcel didnt_get_what waiting_for_my_order
    shop: seller web_shop online_shop
    reservation: deposit_for_the_car pre_authorisation still_held hotel_froze
    refused: didnt_go_through not_accepted didnt_work wouldnt_accept
    large_sums: in_cash thousand_in_cash
    notes: banknotes
    coins: piggy_bank change_jar
    withdrawals: taking_money_out getting_money_out take_money_out draw_money
    address: street moved_flat new_flat relocated moved_apartment
    surname: maiden_name married_name
    power_of_attorney: look_after_my_account handle_my_money manage_my_money for_my_mother in_my_name
    closing: get_rid_of shut_down no_longer_need
    dies: died passed_away late_father late_mother
    terminal: accept_card_payments accept_cards take_cards take_card_payments customers_pay_by_card
    payroll: pay_my_employees pay_my_staff pay_our_people pay_wages
    night_safe: after_closing
    takings: days_earnings revenue
    advance_on_invoices: waiting_for_customers_to_pay customers_pay_late factoring money_before
    medical: hospital doctor_abroad
    another_pin: easier_to_remember different_pin new_pin own_pin change_my_pin
    contactless: hold_the_card without_a_pin without_typing
    apple_pay: pay_with_my_phone pay_by_phone wallet_app
    worn: scratched snapped wont_read chip
    car_loan: van motorbike motorcycle caravan camper vehicle
    renovation: roof kitchen bathroom windows insulation heating extension
    student_loan: degree masters tuition_fees
    instalment_not_paid: wont_be_able_to_pay cant_afford cannot_pay behind_on unable_to_pay
    pausing: away_for skip_a_month take_a_break put_on_hold
    paying_back_early: settle_early pay_everything_back clear_my_loan ahead_of_schedule
    papers: what_do_i_have_to_show what_must_i_bring what_to_bring which_papers have_to_show
    bringing_the_account: former_bank old_bank previous_bank my_current_bank
    guarantee: bank_fails goes_bust goes_bankrupt goes_under collapse insolvent
    deposit: lock_away tie_up lock_my_money fixed_term lock_in
    child_saver: save_for_my_daughter save_for_my_son save_for_her save_for_him
    regular_saver: each_month save_monthly
    ending_a_deposit_early: break_my_deposit
    tax: taxman declare declaration
    instant: in_seconds within_seconds straight_away at_this_very_moment
    standing_orders: rent_every_month same_amount_every_month
    direct_debit: keeps_collecting collecting_from takes_money_from debiting debits keeps_charging
    for_good: forever permanently once_and_for_all never_again
    wrong_account_number: wrong_person wrong_recipient stranger mixed_up_digits
    additional_card: card_of_her_own card_of_his_own card_for_my_wife card_for_my_husband card_for_my_son
    paying_in_parts: spread_the_cost pay_off_monthly
    complaints: not_satisfied badly_treated fed_up rude
    copy_of_your_data: what_do_you_know_about_me what_you_store
    advertising: offers_by_mail junk promotional
    first_bill: first_month so_high_this_time
    paying_late: weeks_after after_it_was_due forgot_to_pay overdue
    list_of_calls: whom_i_called who_i_called numbers_i_dialled call_history
    charges_by_other_companies: ringtone games_i_never premium_sms didnt_subscribe
    changing_the_account_number: new_bank switched_banks different_bank_account
    objecting: too_high not_correct overcharged
    minimum_term: how_long_am_i_bound bound tied_to_you
    withdrawing: cooling_off second_thoughts changed_my_mind
    handing_over: transfer_the_contract take_over_my_contract
    leaving: get_out_of quit_my get_rid_of
    warranty: covered_for_free manufacturing_fault stopped_charging
    screens: display glass
    insurance: dropped fell_into spilled
    repair: phone_doctor get_it_mended
    trading_in: give_me_for_my_old old_handset old_device
    unlocking: sim_from_another other_network any_network
    returning: send_it_back bring_it_back dont_like_it
    installation: drill when_will_you_connect come_to_connect
    weak: doesnt_reach far_from_the_router dead_spot bedroom upstairs
    outage: without_internet no_connection nothing_works offline
    moving_house: take_my_internet_with_me new_flat moving_to
    run_out: used_up used_all_my no_gigabytes_left nothing_left
    plan_for_children: for_my_kid sons_first_phone daughters_first_phone
    changing_the_plan: smaller_plan bigger_plan larger_plan downgrade_my_plan
    ships: cruise ferry sailing
    spending_limit: stop_before surprise_bill protect_me_from
    calling_foreign_numbers: ring_my call_my_family call_relatives
    calls: ring phone_my talk_to_my
    from_home: from_my_living_room living_room from_my_sofa
    lost_sim: without_my_phone phone_was_stolen lost_my_phone
    puk: typed_my_pin_wrong
    taking_your_number: number_should_come_along take_my_number leave_you keep_it_elsewhere
    keeping_your_number: bring_my_number same_number old_number join_you
    hiding: not_see_my_number dont_want_them_to_see
    how_many_screens: watch_at_the_same_time several_tvs two_tvs both_watch watch_in
    sports: match matches racing champions
    parental_lock: keep_my_kids_from stop_my_kids unsuitable
    recording: tape watch_later
    replay: missed_a_show yesterdays_show`,
};
