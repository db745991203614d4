/** Words for the same thing or the same people, each with the form that is indexed. */
const synonyms: Readonly<Record<string, string>> = {
  backpack: 'rucksack',
  boyfriend: 'man',
  child: 'kid',
  children: 'kid',
  childrens: 'kid',
  cookies: 'cookie',
  couch: 'sofa',
  dad: 'man',
  daypack: 'rucksack',
  father: 'man',
  female: 'woman',
  flashlight: 'torch',
  gent: 'man',
  girlfriend: 'woman',
  grey: 'gray',
  husband: 'man',
  jewellery: 'jewelry',
  jumper: 'sweater',
  knives: 'knife',
  lady: 'woman',
  male: 'man',
  men: 'man',
  mens: 'man',
  mom: 'woman',
  mother: 'woman',
  mum: 'woman',
  pant: 'trouser',
  present: 'gift',
  pullover: 'sweater',
  scarves: 'scarf',
  shelves: 'shelf',
  sneaker: 'trainer',
  tee: 'tshirt',
  welly: 'wellington',
  wife: 'woman',
  women: 'woman',
  womens: 'woman',
};

/** Plural endings, longest first, with their replacement. */
const pluralEndings: readonly (readonly [RegExp, string])[] = [
  [/(ss|sh|ch|x|zz)es$/, '$1'],
  [/([a-z]{2})ies$/, '$1y'],
  [/([^aious])s$/, '$1'],
  [/([a-z]{2}[ao])s$/, '$1'],
];

/** The indexed form of one lower-case word: singular, and one spelling for words that mean the same. */
export function wordForm(word: string): string {
  const known = knownForm(word);
  if (known !== undefined) return known;
  const single = singular(word);
  return knownForm(single) ?? single;
}

/** The synonyms of an indexed form. In the index they match misspelt words: `snekers` is similar to `sneaker`. */
export function otherWordsFor(form: string): string[] {
  if (people.has(form)) return [];
  return Object.keys(synonyms).filter((word) => synonyms[word] === form);
}

// The words come from shoppers: `constructor` must not find an inherited property.
function knownForm(word: string): string | undefined {
  return Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
}

function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const ending = pluralEndings.find(([pattern]) => pattern.test(word));
  return ending === undefined ? word : word.replace(ending[0], ending[1]);
}

// Not indexed with every product for women: `mother` is only a word that a shopper uses for them.
const people = new Set(['man', 'woman', 'kid']);
