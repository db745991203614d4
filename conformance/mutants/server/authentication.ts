import type { Incoming, Store, World } from './deployment.ts';

/** The store whose key is exactly this one. */
export function storeOfKey(key: string | null | undefined, world: World): Store | undefined {
  return world.stores.find((store) => store.key === key);
}

/** `Authorization: Bearer <API_KEY>`; the scheme in any case, as HTTP has it (source 5.2). */
export function identifyByBearer(incoming: Incoming, world: World): Store | undefined {
  const sent = /^bearer +(\S+)$/i.exec(incoming.headers.authorization ?? '');
  return storeOfKey(sent?.[1], world);
}

/** `?api_key=<API_KEY>` (source 5.5). */
export function identifyByQuery(incoming: Incoming, world: World): Store | undefined {
  return storeOfKey(incoming.query.get('api_key'), world);
}
