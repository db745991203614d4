import type { Topic } from '../intent.ts';

// The first match applies. Patterns match phrases, not single words: "first aid kit" and "track pants" are products.
const topics: readonly (readonly [Topic, RegExp])[] = [
  [
    'instructions',
    /\b(?:system|hidden|initial|secret) (?:prompt|instructions?|message)\b|\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules|prompt|guidelines)\b|\byour (?:instructions|prompt|rules|guidelines)\b|\b(?:jailbreak|developer mode|dan mode)\b|\bapi[- ]?keys?\b|\b(?:pretend|act as|you are now|roleplay)\b|\brepeat (?:everything|the words|the text|all) (?:above|before)\b/,
  ],
  [
    'orders',
    /\b(?:my|an|your) (?:order|orders|package|parcel|purchase)\b|\border (?:status|number|history)\b|\btrack(?:ing)? (?:my|an|the|number)\b|\b(?:cancel|change) (?:my |an |the )?order\b|\bwhere(?:'s| is) my\b|\border #?\d+/,
  ],
  [
    'returns',
    /\brefund|\b(?:return|exchange) (?:policy|it|this|that|my|an|the|something|items?|them)\b|\breturns\b|\bsend (?:it|this|that|them) back\b|\bmoney back\b|\bwarrant(?:y|ies)\b|\bcan i (?:return|exchange)\b/,
  ],
  [
    'delivery',
    /\bshipping\b|\bdeliver(?:y|ies|ed)?\b|\bship (?:to|it|this|them|internationally|abroad)\b|\bhow long (?:does|will|until).*\barrive\b|\bwhen will .*\barrive\b|\bpostage\b/,
  ],
  [
    'opening-hours',
    /\bopening (?:hours|times?)\b|\b(?:store|shop|business) hours\b|\b(?:what time|when) (?:do|are|does) (?:you|the (?:shop|store)) (?:open|close)|\bare you open\b|\bopen (?:today|tomorrow|now|on (?:sun|mon|tues|wednes|thurs|fri|satur)day)\b|\bwhere (?:are you|is (?:your|the) (?:shop|store))\b|\b(?:nearest|closest) (?:shop|store)\b|\b(?:shop|store) (?:address|location)\b|\byour (?:address|location|phone|email)\b/,
  ],
  [
    'payment',
    /\bpay(?:ment)? (?:with|by|methods?|options?|later|in instal)|\b(?:paypal|klarna|afterpay|apple pay|google pay|invoice)\b|\bcredit cards?\b(?! (?:holder|case|wallet|sleeve))/,
  ],
  [
    'discounts',
    /\b(?:discount|promo|coupon|voucher)(?:s| codes?)?\b|\b(?:deals?|special offers?|clearance)\b|\bon sale\b|\b(?:any|the|your) sales?\b|\bprice match|\bhaggle\b/,
  ],
  ['account', /\bmy account\b|\b(?:log|sign) ?in\b|\bpassword\b|\bunsubscribe\b|\bsign (?:me )?up\b/],
  [
    'buying',
    /\b(?:add|put) .{0,40}\b(?:cart|basket|bag)$|\b(?:add|put) .{0,40}\b(?:to|in|into) (?:my|the) (?:cart|basket|bag)\b|\bcheck ?out\b|\b(?:i'll|i will) (?:take|buy|have) (?:it|that|this|the|one|them)\b|\bbuy (?:it|that|this|them) (?:now|for me)\b|\b(?:place|make) an order\b|\border (?:it|this|that|one|them) for me\b|\b(?:reserve|hold) (?:it|one|this|that)\b/,
  ],
  [
    'human',
    /\b(?:speak|talk|chat|connect me) (?:to|with) (?:a|an|the|your|some) ?(?:human|person|agent|manager|representative|someone|staff|people)|\bcustomer (?:service|support|care)\b|\breal (?:human|person)\b(?=.*\bplease\b)|\b(?:make|file|have) a complaint\b/,
  ],
  [
    'medical',
    /\b(?:symptoms?|diagnos\w+|dosage|prescri\w+|side effects?)\b|\b(?:cure|treat|heal|relieve)s? (?:my|a|an|the|your)?\b|\bmedical(?:ly)? (?:advice|safe|question|help)\b|\b(?:allerg(?:y|ies|ic)|pregnan\w+|asthma|migraine|headache|fever|chest pain|rash|eczema|diabet\w+|depress\w+)\b|\bsee a doctor\b|\bshould i take\b/,
  ],
  [
    'general',
    /\bweather\b.*\b(?:today|tomorrow|like|in)\b|\btell me a (?:joke|story)\b|\b(?:write|compose) (?:me )?(?:a|an|some) (?:poem|essay|story|song|code|script|email|letter)\b|\bcapital of\b|\bwho (?:is|was|won|invented|wrote) \b|\b(?:what|which) (?:time|day|date|year) is (?:it|today)\b|\btranslate\b|\bpresident\b|\b(?:solve|calculate)\b|\bmeaning of life\b|\bwhat is \d+ ?[-+*/x] ?\d+|\b(?:stock market|bitcoin|crypto|politics|election|lawyer|legal advice|sue)\b/,
  ],
];

/** The out-of-scope topic of a normalized message, if any. */
export function topicOf(text: string): Topic | undefined {
  return topics.find(([, pattern]) => pattern.test(text))?.[0];
}
