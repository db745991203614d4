import { prepared } from '../words/prepared.ts';
import { passageLines } from '../phrase/description-sentences.ts';
import { plainText } from '../phrase/plain-text.ts';
import type { Passage } from '../tool-results.ts';
import type { Meaning } from '../understand/meaning.ts';
import type { Context, Course } from './course.ts';

/** Responds from the shop's own knowledge; without it, says that it does not know and whom to ask. */
export function* askShop({ contact, policy, ownOrder }: Meaning, { said, tools }: Context): Course {
  const isAboutShop = contact || policy;
  if (tools.search_shop_knowledge === undefined) {
    if (contact) return prepared.noContact;
    if (ownOrder) return prepared.cannotSeeOrders();
    return isAboutShop ? prepared.unknownPolicy : prepared.outside;
  }
  const reading = yield { tool: 'search_shop_knowledge', input: { query: said.slice(0, 300) } };
  if (reading.type !== 'knowledge') return prepared.unreachable;
  const shopContact = reading.contact === undefined ? undefined : plainText(reading.contact, 200);
  const passages = phrasePassages(reading.passages);
  if (ownOrder) return `${prepared.cannotSeeOrders(shopContact)}\n\n${passages}`.trim();
  if (passages !== '') return passages;
  if (!isAboutShop) return prepared.outside;
  return shopContact === undefined ? prepared.unknownPolicy : prepared.askContact(shopContact);
}

/** The best passages, with where they are from. Texts that address a model are left out. */
function phrasePassages(passages: readonly Passage[]): string {
  return passages
    .slice(0, 2)
    .map(({ text, source, title }) => {
      const from = plainText(title || source, 120);
      const lines = passageLines(text);
      // Below a list, the title is a paragraph of its own.
      const space = lines.length > 1 ? '\n\n' : ' ';
      return `${lines.join('\n')}${from === '' ? '' : `${space}(${from})`}`;
    })
    .join('\n\n');
}
