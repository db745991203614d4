/** Words that shops and shoppers use for the same thing, each with the one form that is indexed. */
const synonyms: Readonly<Record<string, string>> = {
  backpack: 'rucksack',
  cookies: 'cookie',
  couch: 'sofa',
  daypack: 'rucksack',
  flashlight: 'torch',
  gent: 'man',
  grey: 'gray',
  handbag: 'bag',
  jewellery: 'jewelry',
  jumper: 'sweater',
  lady: 'woman',
  male: 'man',
  female: 'woman',
  men: 'man',
  mens: 'man',
  pant: 'trouser',
  pullover: 'sweater',
  scarves: 'scarf',
  shelves: 'shelf',
  knives: 'knife',
  sneaker: 'trainer',
  tee: 'tshirt',
  women: 'woman',
  womens: 'woman',
  children: 'kid',
  childrens: 'kid',
  child: 'kid',
  welly: 'wellington',
};

/** Plural endings, longest first, and what stands in their place. */
const pluralEndings: readonly (readonly [RegExp, string])[] = [
  [/(ss|sh|ch|x|zz)es$/, '$1'],
  [/([a-z]{2})ies$/, '$1y'],
  [/([^aious])s$/, '$1'],
  [/([a-z]{2}[ao])s$/, '$1'],
];

// The words come from shoppers: `constructor` must not find what every object inherits.
function knownForm(word: string): string | undefined {
  return Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
}

function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const ending = pluralEndings.find(([pattern]) => pattern.test(word));
  return ending === undefined ? word : word.replace(ending[0], ending[1]);
}

/** The indexed form of one lower-case word: singular, and one spelling for words that mean the same. */
export function wordForm(word: string): string {
  const known = knownForm(word);
  if (known !== undefined) return known;
  const single = singular(word);
  return knownForm(single) ?? single;
}
