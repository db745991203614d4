/**
 * What phrases of English mean in a shopper's message. Phrases are in lower case, without apostrophes and accents, and
 * separated by commas; the longest one wins.
 */
export const phrases = {
  // Whole messages.
  greeting: `hello, hi, hey, hiya, yo, good morning, good afternoon, good evening, howdy, hello there, hi there, hey there,
    hallo, whats up, sup, how are you, how are you doing, hows it going`,
  thanks: `thanks, thank you, thx, ty, cheers, thanks a lot, thank you so much, thank you very much, many thanks,
    thats all, that is all, perfect thanks, much appreciated`,
  bye: 'bye, goodbye, bye bye, see you, see ya, cya, good night, have a nice day, have a good one, talk later, ciao',
  yes: `yes, yes please, yeah, yep, yup, sure, ok, okay, alright, please do, go ahead, of course, y, fine, great,
    sounds good, ok cool, cool, nice, perfect, awesome, love it, good`,
  no: `not those, not them, i dont like any of these, i dont like these, dont like any of them, not these, no, nope, nah, no thanks, no thank you, none of them, none of these, none, not really, never mind, nevermind,
    i dont like them, i dont like any of them, i dont like these, i dont like it, not what i asked, not what i asked for,
    not what im looking for, thats not what i asked, thats not what i asked for, thats not what i meant, thats wrong, wrong`,
  help: `help, help me, what can you do, what do you do, how does this work, how can you help, how can you help me,
    what can i ask, what can i ask you, what can you help with, what can you help me with, can you help me, can you help,
    i need help, i need some help, i have a question, question`,
  identity: `who are you, what are you, are you a bot, are you a robot, are you human, are you a human, are you real,
    are you a real person, are you an ai, are you ai, are you chatgpt, is this a bot, am i talking to a bot,
    am i talking to a human, am i talking to a real person, whats your name, what is your name, who made you,
    who am i talking to, who built you`,
  more: `more, show more, show me more, more please, see more, next, next page, the next ones, more options, more results,
    show me the rest, the rest, what else, what else do you have, anything else, any others, show me others, show me other ones,
    others, other options, other ones, show all, see all, show me all of them, show me some more, some more, any more,
    more of them, more like this, more like these, something else, show me something else, any other options, other ideas`,
  again: `again, show them again, show me them again, show again, repeat, list them again, go back,
    show me the list again`,
  reset: `start over, start again, new search, reset, clear, forget everything, forget all that, forget it all, from scratch,
    clear everything, clear all filters, clear filters, remove all filters, reset filters, forget all filters, lets start over`,
  browse: `show me your catalog, show me your catalogue, your catalog, your catalogue, catalog, catalogue, what do you sell, what do you have, what have you got, what do you guys sell, what you got, what products do you have,
    what products do you sell, show me everything, show everything, everything, all products, show me all products,
    show me your products, your products, what kind of products do you have, what kind of products do you sell, what can i buy,
    what can i buy here, whats in the shop, what is there, show me what you have, show me what you got, i want to buy something,
    whats here, browse, just browsing, im just browsing, just looking, im just looking, surprise me, what kind of stuff do you sell,
    what stuff do you have, what sort of things do you sell, what things do you sell, show me something, what do you offer`,
  // Topics of the shop itself.
  contact: `speak with somebody, speak to somebody, somebody in charge, someone in charge, contact, contacts, contact you, contact us, contact details, contact info, phone number, telephone, telephone number, call you, email,
    email address, e mail, mail address, reach you, talk to a human, speak to a human, talk to someone, speak to someone,
    speak with someone, real person, human, human agent, live agent, live chat, customer service, customer support, customer care,
    support team, speak to a person, talk to a person, manager, representative, get in touch, talk to somebody, complaint, complain,
    whatsapp, social media, instagram, facebook`,
  policy: `return, return window, return period, send it back, send back, give it back, shipping, ship, ships, shipped, shipment, delivery, deliver, delivers, delivered, deliveries, postage,
    courier, dispatch, return policy, returns, returning, return it, return something, return this,
    return an item, return a, return my, return the, return them, can i return, refund, refunds, refunded,
    money back, exchange, exchanges, exchange it, swap it, warranty, guarantee, guaranteed, opening hours,
    opening times, open on, are you open, do you open, you close, business hours, store hours, physical store,
    physical shop, brick and mortar, where are you located, where are you based, where are you, your address,
    location, located, your store, nearest store, pick up, pickup, click and collect, collect in store,
    payment, payments, payment methods, pay with, pay by, can i pay, how can i pay, how do i pay, credit card,
    credit cards, debit card, paypal, apple pay, google pay, klarna, afterpay, installments, instalments,
    pay later, cash on delivery, invoice, receipt, vat, tax, taxes, customs, duties, import fees, my order,
    an order, order status, order number, place an order, cancel, cancellation, track my order, my package,
    my parcel, my account, log in, login, sign in, sign up, newsletter, subscribe, loyalty, loyalty program,
    gift wrap, gift wrapping, wrapped, gift card, gift cards, gift voucher, gift vouchers, voucher balance,
    size guide, size chart, sizing chart, size charts, privacy, privacy policy, my data, gdpr, terms,
    terms and conditions, careers, jobs, job, hiring, wholesale, bulk order, bulk discount, b2b,
    how long does it take to arrive, when will it arrive, arrive, arrives, repair, repairs, sustainability,
    ethical, ethically, carbon footprint, checkout, check out, buy now, order this, order that,
    buy this, ill take it, i will take it, ill take the, add to cart, add it to my cart, add to basket,
    add to bag, add it to cart, to my cart, my cart, my basket, shopping cart, restock, restocked,
    back in stock, be back in stock, notify me, pre order, preorder, gift receipt, engraving, engrave,
    personalise, personalize, customise, customize, alterations, free sample`,
  // Questions about an order of the shopper, which no tool can see.
  ownOrder: `where is my order, wheres my order, where is the order, track my order, status of my order, order status, status of order,
    when will my order arrive, where is my package, wheres my package, where is my parcel, wheres my parcel, track my package, track my parcel,
    has my order shipped, hasnt my order arrived`,
  codes: `percent off, percent discount, money off, discount code, discount codes, promo code, promo codes, promo, coupon, coupons, voucher, vouchers,
    voucher code, student discount, first order discount, military discount, give me a discount,
    get a discount, do you have discounts, any discount, a discount, discount, discounts, lower the price, negotiate, haggle, price match, bargain with, for free, for half price,
    knock off`,
  // Nothing that a shop's assistant talks about.
  outside: `poem, poems, joke, jokes, essay, homework, weather, president, prime minister, election, politics,
    capital of, python, javascript, code in, write code, source code, translate, translation, bitcoin, crypto,
    stock market, stock price, world cup, who won, the news, meaning of life, marry me, i love you, date me,
    date with me, are you single, your boyfriend, your girlfriend, sex, porn, nudes, suicide, kill, cocaine,
    bomb, ignore, disregard, instructions, system prompt, prompt, prompts, developer mode, debug mode,
    jailbreak, dan mode, pretend, act as, you are now, role play, roleplay, repeat after me, say exactly,
    respond only, reply only, answer only, api key, api keys, password, passwords, confidential, your rules,
    training data, language model, openai, chatgpt, gpt, anthropic, claude, gemini, llama, hack, hacked, sue,
    lawyer, legal advice, medical, headache, illness, disease, diagnose, invest, calculate, solve,
    square root, compare, comparison, difference between, differences between, whats the difference, what is the difference, versus, vs, which is better, which one is better, which of them is better, better than, which do you recommend, which one do you recommend,
    which should i get, which one should i get, what time is it, what day is it, your opinion, religion, write me, write a,
    tell me about yourself, drop table, select from, rm rf, base64, fact about, flat earth, horoscope`,
  swearing: `fuck, fucking, fucked, fuck you, fuck off, wtf, shit, shitty, bullshit, crap, damn, bitch, asshole, ass, bastard, stupid, idiot, dumb, dumbass,
    useless, moron, suck, sucks, you suck, piss off, crappy, terrible, awful, garbage, trash, hate you, bloody, annoying, screw you`,
  // Prices.
  below: `nothing dearer than, under, below, less than, cheaper than, lower than, up to, at most, max, maximum, no more than, not more than, not over, within,
    a budget of, budget of, budget, my budget is, budget is, my max is, nothing over, nothing above, nothing more than, beneath, only have, i have only, i only have, i have, i got only,
    i can spend, want to spend, wanna spend, to spend, spend, spending, upto, until, not above, costs less than, less expensive than, max of, limit of`,
  above:
    'over, above, more than, at least, min, minimum, starting at, starting from, no less than, not less than, not under, not below, upwards of, more expensive than, nothing under, pricier than, higher than',
  between: 'between, anywhere from, from',
  around: 'around, about, roughly, approximately, approx, circa, ish, close to, near',
  orLess: 'or less, or under, or below, or cheaper, max, maximum, at most, and under, and below, at the most',
  orMore: 'or more, or over, and up, or above, at least, minimum, and above, and over',
  dollars: 'dollar, dollars, bucks, usd, us dollars',
  euros: 'euro, euros, eur',
  pounds: 'pounds, quid, gbp, pound sterling, pounds sterling',
  yen: 'yen, jpy',
  otherMoney:
    'kroner, krona, kronor, nok, sek, dkk, francs, chf, rupees, inr, yuan, rmb, cny, cad, aud, pesos, mxn, reais, brl, lira, zloty, pln, rubles, won, krw',
  cheaper: `for less, steep, thats steep, too steep, pricey, costly, thats insane, thats crazy, ouch, lower, cheaper than, less expensive than, cheaper, cheaper one, cheaper ones, less expensive, less pricey, lower price, lower priced, too expensive, too pricey, too much money,
    too dear, more affordable, anything cheaper, something cheaper, cheapr, thats a lot, too much, out of my budget, over my budget, cant afford, cant afford that, costs too much, expensive for me`,
  dearer: `more expensive than, pricier than, more expensive, pricier, higher end, higher priced, fancier, more luxurious, more premium, too cheap, something better,
    better quality, higher quality, nicer`,
  bigger:
    'bigger, larger, a size up, one size up, size up, too small, too tight, bigger size, larger size, next size up, the next size up',
  smaller:
    'smaller, a size down, one size down, size down, too big, too large, too loose, smaller size, next size down, the next size down',
  ascending: `least to most expensive, from least to most expensive, cheap to expensive, cheapest, cheapest one, cheapest ones, least expensive, most affordable, lowest price, lowest priced, low to high, by price, sort by price, sorted by price,
    order by price, price ascending, cheapest first, cheap, cheaply, inexpensive, affordable, low cost, budget friendly, not too expensive, not expensive,
    not so expensive, not too pricey, lowest to highest, lowest cost`,
  descending:
    'most expensive, priciest, highest price, highest priced, high to low, price descending, most expensive first, expensive, dearest, luxury, luxurious, premium, highest to lowest, fanciest',
  // Negation and lifting.
  not: `not, no, non, without, except, except for, excluding, other than, apart from, anything but, everything but, but no, with no, dont want, do not want, dont like,
    do not like, doesnt have, hate, avoid, allergic to, isnt, arent, cant stand, instead of, rather than, nothing in, nothing with, free of, minus, not made of, not made from, not in, but not, and not, never, neither, nor, didnt want, did not want,
    dont show me, dont show, no more, nothing, skip, exclude, leave out, not a fan of`,
  lift: `any, any other, forget, forget about, forget the, ignore the, drop the, remove the, remove the filter for,
    never mind the, nevermind the, lift the, dont care about, dont care about the, doesnt matter,
    does not matter, dont matter, dont mind the, no preference on, regardless of, whatever, every, all,
    no matter, no limit on, isnt important, is not important, irrelevant, not important, dont need the,
    dont filter by, no specific, no particular, skip the`,
  fine: `is ok, is okay, is fine, are fine, are ok, are okay, is alright, is fine too, is ok too, is okay too, are fine too, after all, is ok after all, is fine after all, is okay after all, works too, would be ok, would be fine`,
  colorNoun: 'color, colour, colors, colours, color filter, shade, shades, colorway, colorways',
  sizeNoun: 'size, sizes, sized, in size, in a size, sizing, in sizes',
  priceNoun:
    'the price, price, prices, price limit, budget limit, the budget, cost, price filter, price cap, price range, money',
  stockNoun:
    'sold out ones, out of stock ones, availability, even if sold out, including sold out, sold out is fine, stock',
  saleNoun: 'the sale, sale filter, full price too, not only on sale',
  // The whole shop, not the last search.
  overall: `you sell, in the shop, in the store, in your shop, in your store, overall, of all, of everything, thing you have,
    thing you sell, item you have, item you sell, product you have, product you sell, thing in the shop, in total`,
  // Questions about products.
  asksPrice:
    'set me back, how much would, how much were they, best price, price, prices, how much, how much is, how much are, how much does, how much do, price of, what price, whats the price, what is the price, the price, cost, costs, pricing, what does it cost, how expensive',
  asksStock: `still going, how many of those do you have left, how many of these do you have left, when will they be back, do you have left, in stock, available, availability, do you have it, do you have that, do you have this, do you have it in, do you have that one, do you have this one, still have it, do you still have it, got it, have it, got it in, have them in, sold out, out of stock, any left, how many left, how many are left, how many do you have, do you have them,
    left in stock, how many are there, does it come in, comes in, come in, available in, is there a, in stock now, get it in, get that in, got that in, have that in, have this in, have one in, get this in`,
  asksSizes: `biggest size, largest size, smallest size, whats the biggest size, whats the largest size, whats the smallest size, what sizes, which sizes, what size, which size, what sizes does it come in, what sizes do they come in, what sizes are available, other sizes, size options, sizes available,
    does it come in other sizes, available sizes, how does it fit`,
  asksColors: `what colors, what colours, which colors, which colours, what color, what colour, which color, which colour, other colors, other colours, color options,
    colour options, different colors, different colours, another color, another colour, more colors, more colours, what color is it, available colors, available colours, what other colors, what other colours, any other colors, any other colours`,
  asksOldPrice:
    'cost before, costed before, used to cost, used to be, originally, price earlier, was the price, old price, original price, was it more expensive, was it more, price before, before the sale, is it reduced, is it on sale, is that on sale, is it discounted, how much was it, how much off, is it cheaper now, is this on sale, is this reduced, regular price, did it cost more',
  asksMore: `tell me more, tell me more about, more about, tell me about, details, more details, details about,
    details on, more info, more information, info, info on, information about, information on, describe,
    description, specs, specifications, what is it like, whats it like, learn more, learn more about,
    know more about, what about it, show me the, i like the, i like, ill go with, lets see, let me see the,
    want the, i want the, id like the, can i see the, what can you tell me about, anything more about,
    i choose, ill choose`,
  asksFact: `is it, is that, is this, are they, are these, are those, does it, do they, can it, can i, will it, has it,
    was it, whats it made of, what is it made of, does it have, do they have, can it be, could it, would it,
    how many people, what does it do, how does it work, how is it, is your, is there anything`,
  // References.
  ordinal1:
    'first, 1st, first one, number one, no 1, nr 1, number 1, option 1, item 1, the first, 1st one, top one, option one, frist, firts, #1',
  ordinal2:
    'second, 2nd, second one, number two, no 2, nr 2, number 2, option 2, item 2, the second, 2nd one, option two, secnd, seccond, #2',
  ordinal3:
    'third, 3rd, third one, number three, no 3, nr 3, number 3, option 3, item 3, the third, 3rd one, option three, #3',
  ordinal4:
    'fourth, 4th, fourth one, number four, no 4, nr 4, number 4, option 4, item 4, the fourth, 4th one, option four, #4',
  ordinal5:
    'fifth, 5th, fifth one, number five, no 5, nr 5, number 5, option 5, item 5, the fifth, 5th one, option five, #5',
  ordinalLast: 'last, last one, the last, the last one, bottom one, final one',
  firstTwo:
    'first two, the first two, both, both of them, the two, these two, those two, the two of them, them both',
  cheapestShown:
    'costs less, cheaper of the two, which one costs less, which is cheaper, which one is cheaper, which of them is cheaper, cheapest of these, cheapest of them, cheapest of those, cheapest of the list, cheapest one of these, which of these is cheapest, which one is cheapest, which one is the cheapest, which is the cheapest, which is cheapest, which of them is cheapest, which of them is the cheapest, which of these is the cheapest, least expensive of these',
  dearestShown:
    'dearer of these two, dearer of the two, more expensive of the two, dearer one, the dearer, most expensive of these, most expensive of them, which one is the most expensive, which is the most expensive, which of these is the most expensive, priciest of these',
  it: 'it, that, this, that one, this one, its, the one, the item, the product, that product, this product, this item, that item, the same one, it is, thats',
  them: 'they, them, these, those, these ones, those ones, all of them, all of these, any of them, any of these, any of those, of these, of those, of them, the ones',
  ones: 'one, ones, instead, only, just, rather, preferably, similar, also, too, as well, else, must be, should be, has to be, made from only',
  something:
    'something, anything, smth, sth, some stuff, stuff, things, thing, products, product, item, items, gear, goods',
  // Filters.
  onSale:
    'knocked down, knocked down in price, marked down, on sale, sale, sales, discounted, reduced, on offer, special offer, special offers, deals, deal, clearance, marked down, markdown, markdowns, price drop, bargains, bargain, on discount, promotions, promotion, black friday, offers',
  inStock:
    'scrap the sold out ones, hide sold out, no sold out ones, in stock, available now, that you have, available today, not sold out, currently available',
  // Words of products that say what they are like, not what they are.
  quality: `warm, waterproof, comfy, comfortable, cosy, cozy, soft, light, lightweight, heavy, durable, sturdy, breathable, stretchy, elegant,
    casual, formal, fancy, sporty, simple, classic, modern, vintage, handmade, washable, eco, sustainable, organic, vegan, windproof, thick,
    thin, long, short, wide, narrow, tall, tiny, big, huge, mini, cool, fine, plain, striped, patterned, floral, shiny, tight, loose,
    oversized, quick, dry, portable, foldable, rechargeable, summer, winter, spring, autumn, fall, rainy, cold, hot, wedding, party, office, work, travel, hiking, running, camping, everyday`,
  // Questions.
  wants: `do you have, have you got, do you sell, do you carry, do you stock, do you guys have, do u have,
    do you offer, show me, show, show us, find, find me, looking for, im looking for, i am looking for,
    looking to buy, search, search for, i want, i need, i would like, id like, want, need, give me, get me,
    gimme, can i get, can i see, could i see, can you show me, could you show me, can you find,
    could you find, got, got any, you got, any, some, a, an, recommend, suggest, can you recommend, buy,
    purchase, shopping for, browse, see, list, what about, how about, is there, are there, what kind of,
    which, sell, have, looking, in the market for, after, i wanna, wanna, where can i find, where are the,
    where do i find, ideas for, searching for, u got, do you happen to have, interested in, switch to,
    lets look at, whats your, what are your, what is your, whats, can you suggest, could you recommend,
    could you suggest, hunting for, what kinds of`,
  questionWord:
    'who, why, when, where, how, how do i, how do you, how to, how can i, what is, what are, whose, what does, what do, do you, are you, can you, could you, will you, would you, did you, is your, have you, do i, should i, does your, does the shop, does the store, does this shop, may i, is anyone',
  after:
    'for, with, to, that, from, made of, which has, which have, who, because, so, in case, so that, as, when it, against, on, at, of, like, by',
  or: 'or, and, &',
  but: 'but, though, however, then, now, actually, please, pls, plz',
  filler: `must, asked, bring, ive been asked to, must be, version, versions, each, apiece, left, what, did, come on, pair of, pairs of, couple of, piece of, bunch of, either, before, afterwards, asap, waht, wat, wich, teh, hav, ur, whats, the, my, me, i, im, ive, id, ill, you, your, yours, u, we, us, our, he, she, his, her, hers, their, is,
    are, was, were, be, been, am, do, does, did, done, has, had, having, can, could, would, should, will,
    shall, may, might, in, into, there, here, really, very, quite, pretty much, bit, a bit, a little,
    little bit, kind of, sort of, maybe, perhaps, right, well, um, uh, hmm, hm, oh, ah, lol, haha, omg, btw,
    tho, anyway, today, tonight, soon, still, ever, yet, much, many, lot, lots, few, couple, more, most, less,
    than, same, nice, good, best, great, lovely, beautiful, cute, pretty, decent, perfect, awesome, amazing,
    stylish, trendy, fashionable, favourite, favorite, popular, new, latest, different, other, another, got,
    get, getting, go, goes, going, make, makes, try, trying, think, know, wondering, wonder, guess, hoping,
    hope, prefer, like, love, loves, likes, wear, wearing, use, using, used, birthday, christmas, xmas,
    anniversary, look, looks, let, lets, tell, say, said, mean, meant, ask, asking, help, thank, if, shop,
    store, online, website, site, sir, madam, mate, dude, bro, guys, buddy, friend, friends, it please, kinds,
    type, types, option, options, kind, sort, selection, range of, collection, available, ready, already,
    possible, possibly, whole, wanted, wants, needs, needed, seem, seems, thinking, anyone, someone, somebody,
    everyone, because of, usually, currently, sure, mind, course, doing, how is that, bucks, ok then, oh well,
    hey there, priced, price, cost, costing, person who, something that, up, down, out, off, again please`,
} as const;

/** What a phrase means. */
export type Mark = keyof typeof phrases;

/** Units after a number that is no price: "under 500 lumens". */
export const units = `lumens, lm, g, kg, gram, grams, kilo, kilos, oz, lb, lbs, cm, mm, m, meter, meters, metre, metres, inch, inches, ft, feet, ml, l, liter,
  liters, litre, litres, watt, watts, w, v, volts, mah, person, people, man, days, day, weeks, years, year, hours, minutes, cups, pack, pieces, piece, piece set, degrees, season, burner, k, carat`;

/** Round numbers as words: "under fifty". */
export const numberWords: Readonly<Record<string, number>> = {
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
};

/** Short spellings of words. */
export const aliases: Readonly<Record<string, string>> = {
  u: 'you',
  r: 'are',
  ur: 'your',
  wat: 'what',
  waht: 'what',
  wich: 'which',
  hav: 'have',
  teh: 'the',
  pls: 'please',
  plz: 'please',
};
