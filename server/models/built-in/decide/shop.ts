import { prepared } from '../phrase/prepared.ts';
import { phrasePassages } from '../phrase/passages.ts';
import type { Meaning } from '../understand/meaning.ts';
import type { Context, Course } from './course.ts';

/** Responds from the shop's own knowledge; without it, says that it does not know and whom to ask. */
export function* askShop({ contact, policy }: Meaning, { said, tools }: Context): Course {
  const isAboutShop = contact || policy;
  if (tools.search_shop_knowledge === undefined) {
    if (contact) return prepared.noContact;
    return isAboutShop ? prepared.unknownPolicy : prepared.outside;
  }
  const reading = yield { tool: 'search_shop_knowledge', input: { query: said.slice(0, 300) } };
  if (reading.type !== 'knowledge') return prepared.unreachable;
  if (reading.passages.length > 0) return phrasePassages(reading.passages);
  if (!isAboutShop) return prepared.outside;
  return reading.contact === undefined ? prepared.unknownPolicy : prepared.askContact(reading.contact);
}
