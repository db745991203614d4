import type { components } from '../../generated/dashboard.d.ts';
import type { ShopState } from '../catalog/live/cached-shop.ts';
import { LiveShopError, shopErrorAs } from '../catalog/live/live-shop.ts';
import type { Keyring } from '../auth/keyring.ts';
import { allChatbots } from '../db/chatbots.ts';
import type { Actor, Database } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import { type StoreCatalogs, tryShop } from '../tools/store-catalogs.ts';
import { liveShopType } from '../tools/types.ts';
import type { UcpShopDeps } from '../tools/ucp-shop.ts';
import { addConnection, type ConnectionInput } from './connections.ts';

type LiveShopView = components['schemas']['LiveShop'];

export interface ConnectShopDeps extends UcpShopDeps {
  readonly database: Database;
  readonly keyring: Pick<Keyring, 'sealText'>;
}

export interface ShopInput extends Pick<ConnectionInput, 'store_id' | 'headers' | 'allow_private'> {
  /** A domain, or any address of the shop. */
  readonly address: string;
}

/**
 * Connects a store with a shop that speaks the Universal Commerce Protocol (decision 0065), once it has been read. Throws
 * ServiceError `invalid_request` with a sentence where it cannot be read, `conflict` and `not_found`.
 */
export async function connectLiveShop(
  deps: ConnectShopDeps,
  actor: Actor,
  { address, ...input }: ShopInput,
): Promise<LiveShopView> {
  const url = shopOrigin(address);
  const server = { url, headers: input.headers, allowPrivate: input.allow_private };
  const { state, revision } = await tryShop(deps, server).catch(shopErrorAs('invalid_request'));
  await deps.database.changeAll(actor, (context) =>
    addConnection(context, deps.keyring, { ...input, type: liveShopType, url }),
  );
  return viewOf(deps.database, input.store_id, url, state, revision);
}

/** The live shop of a store, read now unless that was within ten minutes; null where it has none. */
export async function describeLiveShop(
  { database, storeCatalogs }: { readonly database: Database; readonly storeCatalogs: StoreCatalogs },
  storeId: string,
): Promise<LiveShopView | null> {
  const shop = await storeCatalogs.liveShop(storeId);
  if (shop === undefined) return null;
  const { cached, remote } = shop;
  await cached.overview().catch((error: unknown) => {
    if (!(error instanceof LiveShopError)) throw error;
  });
  return viewOf(database, storeId, remote.url, cached.state(), remote.revision);
}

async function viewOf(
  database: Database,
  storeId: string | null,
  url: string,
  { readAt, failure, imageHosts }: ShopState,
  revision: string | null,
): Promise<LiveShopView> {
  const chatbots = storeId === null ? [] : await allChatbots(database.reader(storeId));
  const allowed = new Set(chatbots.flatMap(({ image_hosts: hosts }) => hosts));
  const image_hosts = imageHosts.map((one) => ({ ...one, is_allowed: allowed.has(one.host) }));
  return { url, revision, read_at: readAt, failure, image_hosts };
}

/** `https://shop.example` for `shop.example` and for the address of a page of it. Throws ServiceError `invalid_request`. */
function shopOrigin(address: string): string {
  const text = address.trim();
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url !== null && url.hostname !== '') return url.origin;
  throw new ServiceError('invalid_request', 'address must be a domain such as shop.example');
}
