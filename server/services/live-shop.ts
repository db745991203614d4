import type { components } from '../../generated/dashboard.d.ts';
import type { Keyring } from '../auth/keyring.ts';
import { allChatbots } from '../db/chatbots.ts';
import type { Actor, Database } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import type { LiveShopDeps, ShopState } from '../tools/shop/live-shop.ts';
import { LiveShopError } from '../tools/shop/shop-error.ts';
import { ignoreShopError, type StoreCatalogs, tryShop } from '../tools/store-catalogs.ts';
import { liveShopType } from '../tools/types.ts';
import { addConnection, type ConnectionInput } from './connections.ts';

type LiveShopView = components['schemas']['LiveShop'];

export interface ShopInput extends Pick<ConnectionInput, 'headers' | 'allow_private'> {
  readonly store_id: string;
  /** A domain, or any address of the shop. */
  readonly address: string;
}

/**
 * Connects a store with a shop that speaks the Universal Commerce Protocol (decision 0065), once it has been read. Throws
 * ServiceError `invalid_request` with a sentence where it cannot be read, `conflict` and `not_found`.
 */
export async function connectLiveShop(
  deps: LiveShopDeps & { readonly database: Database; readonly keyring: Pick<Keyring, 'sealText'> },
  actor: Actor,
  { address, ...input }: ShopInput,
): Promise<LiveShopView> {
  const url = shopOrigin(address);
  const server = { url, headers: input.headers, allowPrivate: input.allow_private };
  const state = await tryShop(deps, server).catch((error: unknown) => {
    throw error instanceof LiveShopError ? new ServiceError('invalid_request', error.message) : error;
  });
  await deps.database.changeAll(actor, (context) =>
    addConnection(context, deps.keyring, { ...input, type: liveShopType, url }),
  );
  return viewOf(deps.database, input.store_id, state);
}

/** The live shop of a store, read now unless that was within ten minutes; null where it has none. */
export async function describeLiveShop(
  { database, storeCatalogs }: { readonly database: Database; readonly storeCatalogs: StoreCatalogs },
  storeId: string,
): Promise<LiveShopView | null> {
  const shop = await storeCatalogs.liveShop(storeId);
  await shop?.overview().catch(ignoreShopError);
  return shop === undefined ? null : viewOf(database, storeId, shop.state());
}

async function viewOf(database: Database, storeId: string, state: ShopState): Promise<LiveShopView> {
  const chatbots = await allChatbots(database.reader(storeId));
  const allowed = new Set(chatbots.flatMap(({ image_hosts: hosts }) => hosts));
  // A chatbot that is created in the dashboard begins with them.
  const isAllowed = (host: string): boolean => chatbots.length === 0 || allowed.has(host);
  return {
    ...state,
    image_hosts: state.image_hosts.map((one) => ({ ...one, is_allowed: isAllowed(one.host) })),
  };
}

/** `https://shop.example` for `shop.example` and for the address of a page of it. Throws ServiceError `invalid_request`. */
function shopOrigin(address: string): string {
  const text = address.trim();
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url !== null && url.hostname !== '') return url.origin;
  throw new ServiceError('invalid_request', 'address must be a domain such as shop.example');
}
