import { beforeAll, expect, it } from 'vitest';
import { buildKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts';
import { readText } from './read-document.ts';

const shop = `# Returns
In 30 days, unworn.
## Refunds
To the card within 5 days.
# Shipping
To Norway and Canada: $12.
# Opening hours
Monday to Friday. We refund in the store, too.
# How can I pay?
By credit card.
# Repairs
Write to help@shop.example.
# Rust
If it rusts, scrub it with steel wool.
# Evenings
On the first Tuesday of the month we bake from 7 to 9.30 pm.
# Small orders
Spend $60 and postage is on us.
# More
Our workshop is at 12 Mill Lane, Leeds, behind the station, and has a room for everybody who wants to see how things are made.
Everybody who signs up for letters gets 10% off the first order of the year, and a calendar with pictures of the hills around.
Parcels to the European Union travel for a week and cost $20, whatever is in them, as long as they weigh less than five kilos.`;

let index: KnowledgeIndex;
beforeAll(async () => {
  const document = {
    id: 'kno_1',
    storeId: 'str_1',
    importedAt: '',
    ...readText('shop.md', 'markdown', shop),
  };
  index = await buildKnowledgeIndex([document]);
});

it.each([
  ['What is your return policy?', 'Returns'],
  ['how do i get a refund', 'Returns: Refunds'],
  ['can I have my money back', 'Returns: Refunds'],
  ['do you ship to norway', 'Shipping'],
  ['is it shipped to Cánada', 'Shipping'],
  ['delivery', 'Shipping'],
  ['shiping', 'Shipping'],
  ['reffunds', 'Returns: Refunds'],
  ['when are you open', 'Opening hours'],
  ['how late are you open', 'Opening hours'],
  ['PayPal', 'How can I pay?'],
  ['something is broken', 'Repairs'],
  ['where are you located', 'More'],
  ['my pan got rusty', 'Rust'],
  ['is postage free', 'Small orders'],
])('finds for "%s" the passage "%s"', (question, title) => {
  expect(index.search(question)[0]).toMatchObject({ title, source: 'shop.md' });
});

it.each(['', '?', 'what do you have', 'red leather boots', 'constructor toString', 'x'.repeat(500)])(
  'finds nothing for "%s"',
  (question) => {
    expect(index.search(question)).toEqual([]);
  },
);

it.each([
  ['where is your shop', /^Our workshop/m],
  ['do you have a discount for new customers', /^Everybody/m],
  ['do you deliver to Madrid', /^Parcels/m],
])('finds for "%s" the paragraphs of a long passage', (question, text) => {
  expect(index.search(question)[0]?.quote).toMatch(text);
});

it('says which words of the question a passage does not have', () => {
  expect(index.search('my skillet is rusty')[0]).toMatchObject({ title: 'Rust', missing_words: ['skillet'] });
});

it('leaves out what only mentions a word of the question', () => {
  const titles = (question: string) => index.search(question).map(({ title }) => title);
  expect(titles('when are you open on Monday')).toEqual(['Opening hours']);
  expect(titles('refund')).toEqual(['Returns: Refunds']);
});
