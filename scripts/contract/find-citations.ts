import { isArray, type Json, type JsonObject } from '../generate/json.ts';
import { listOperations, type Contract } from '../generate/contract.ts';
import { asArray, asObject, asString, asStrings } from '../generate/json.ts';

/** One place of the contract that carries a requirement, in words for a reader. */
export interface Citation {
  readonly requirement: string;
  readonly place: string;
}

/** Every `x-requirements` of the two documents, each with the name of what carries it. */
export function findCitations({ openapi, asyncapi }: Contract): Citation[] {
  const channels = Object.entries(asObject(asyncapi['channels'] ?? {}, 'channels'));
  const components = asObject(asyncapi['components'] ?? {}, 'components');
  const messages = Object.entries(asObject(components['messages'] ?? {}, 'messages'));
  const surfaces = asArray(openapi['x-surfaces'] ?? [], 'x-surfaces').map((row) =>
    asObject(row, 'x-surfaces'),
  );
  return [
    ...cite('every operation', openapi),
    ...cite('plans', asObject(openapi['x-plans'] ?? {}, 'x-plans')),
    ...surfaces.flatMap((surface) => cite(asString(surface['name'], 'x-surfaces name'), surface)),
    ...listOperations(openapi).flatMap(({ id, object }) => cite(id, object)),
    ...channels.flatMap(([name, channel]) => cite(`channel ${name}`, asObject(channel, name))),
    ...messages.flatMap(([name, message]) => cite(`event ${name}`, asObject(message, name))),
  ];
}

/** How many `x-requirements` a document holds anywhere, so that one in an unknown place is noticed. */
export function countCitationLists(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (isArray(value)) return value.reduce<number>((sum, item) => sum + countCitationLists(item), 0);
  const below = Object.values(value).reduce<number>((sum, item) => sum + countCitationLists(item), 0);
  return below + ('x-requirements' in value ? 1 : 0);
}

function cite(place: string, carrier: JsonObject): Citation[] {
  const ids = asStrings(carrier['x-requirements'], `x-requirements of ${place}`);
  return ids.map((requirement) => ({ requirement, place }));
}
