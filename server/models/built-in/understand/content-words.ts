// Words without meaning for a search. Words that may name a product ("top", "set", "kit", "light") are not included.
const stopWords = new Set(
  (
    "a an the this that these those it its it's i'm i'd i'll i've im me my mine myself i we us our ours you your yours " +
    'he she they them their his her hers him is are was were be been being am do does did done have has had having got get gets ' +
    "getting gotten can could would should will shall may might must don't doesn't didn't isn't aren't won't can't couldn't " +
    "what what's which who whom whose where where's when why how and or but so if then than as of to in on at by for from with " +
    'about into over under up down out off again please thanks thank pls plz hi hello hey hiya yo there here some any anything ' +
    'something someone somebody stuff thing things one ones other others another else more most less few lot lots many much ' +
    'very really quite rather too also just only even still ever maybe perhaps actually basically like looking look searching ' +
    'search find finding show showing shows see view browse list give tell want wants wanted need needs needed wish prefer ' +
    "buy buying purchase purchasing shop shopping store sell sells selling stock stocked carry offer available let's lets " +
    'recommend recommendation recommendations suggest suggestion suggestions help ideas idea interested love good nice great best ' +
    'better cool decent perfect ok okay yes yeah yep sure no not without except price prices priced pricing cost costs costing ' +
    'budget money dollars dollar bucks euros pounds cheap cheaper cheapest affordable inexpensive expensive color colour colors ' +
    'colours colored coloured size sizes sized sort sorted order kind kinds type types product products item items option options ' +
    "that's there's they're you're we're who's he's she's you've we've anyone everyone everything all each every both either " +
    'now today currently right really does come comes coming range between around mum mom dad mother father wife husband ' +
    'girlfriend boyfriend partner friend sister brother son daughter looking-for favourite favorite category categories department departments section sections assortment likes liked loves loved u ur r n whats hows wheres whos im ive id dont doesnt didnt isnt arent cant wont wanna gonna gimme lemme kinda lol omg haha hmm um uh oh ah wow pls thx tho btw different say says go going make makes ' +
    'wondering wonder know think am hoping trying try possible spend spending max maximum min minimum total left instead though'
  ).split(' '),
);

const word = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.&'-]*[\p{L}\p{N}\p{M}])?/gu;

// "A birthday gift for my dad" is a purpose; a gift card, box or set is a product.
const purpose =
  /\b(?:(?:birthday|christmas|xmas|anniversary|wedding|graduation|housewarming|valentine's|(?:mother|father)'s day) )?(?:gifts?|presents?)\b(?![ -](?:bags?|baskets?|box(?:es)?|cards?|certificates?|sets?|tags?|vouchers?|wrap(?:s|ping)?)\b)/g;

/** The query for a message that asks only for a gift. */
export const giftWord = 'gift';

/** The words of a text (normal text) that can name or describe a product, in order. "men's" gives "men". */
export function contentWords(text: string): string[] {
  const words = wordsOf(text.replace(purpose, ' '))
    .filter((each) => !stopWords.has(each))
    .map((each) => each.replace(/'s$/, ''))
    .filter((each) => !stopWords.has(each));
  return words.length === 0 && text.search(purpose) >= 0 ? [giftWord] : words;
}

export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

export function isStopWord(text: string): boolean {
  return stopWords.has(text);
}

// The words after these describe the product.
const afterThing =
  /\b(?:for|with|to|that|which|who|from|made|so|because|would|will|should|could|i|is|are|as|like)\b/;

/** The word that names the product: the last one before "for", "with" and the like, else the last of all. */
export function headWord(text: string): string | undefined {
  const parts = text.replace(purpose, ' ').split(afterThing).map(contentWords);
  return parts.find((words) => words.length > 0)?.at(-1);
}

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop'];

/** Whether a word looks random: no vowel, six consonants in a row, a repeated letter, or adjacent keys. */
export function looksRandom(text: string): boolean {
  if (!/^[a-z]{4,}$/.test(text)) return /^(.)\1{3,}$/u.test(text);
  if (!/[aeiouy]/.test(text) || /[bcdfghjklmnpqrstvwxz]{6}/.test(text) || /(.)\1{3}/.test(text)) return true;
  return keyboardRows.some((row) => [row, [...row].reverse().join('')].some((keys) => keys.includes(text)));
}
