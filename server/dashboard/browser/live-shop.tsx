import { announce } from './announcement.tsx';
import { call, type Schemas } from './client.ts';
import { Button, ErrorNote, ReadState } from './controls.tsx';
import { TitledSection } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';
import { SettingForm } from './setting-form.tsx';
import { Time } from './time.tsx';
import { useRead, useReload } from './use-read.ts';

type LiveShop = NonNullable<Schemas['LiveShopState']['shop']>;

/** The shop that agents of the store search live; it says itself whether it can be read. */
export function useLiveShop(storeId: string) {
  return useRead(['live-shop', storeId], 'getLiveShop', { path: { store_id: storeId } });
}

/** The store's live shop, or the form that connects one by its domain. */
export function LiveShopSection({ storeId }: { readonly storeId: string }) {
  const state = useLiveShop(storeId);
  const reload = useReload(storeId);
  const path = { store_id: storeId };
  if (state.data?.shop !== null)
    return (
      <TitledSection title="Live shop">
        <ReadState reads={[state]} />
        {state.data?.shop && <ConnectedShop storeId={storeId} shop={state.data.shop} />}
      </TitledSection>
    );
  return (
    <SettingForm
      title="Live shop"
      label="Domain of the shop"
      hint="Such as shop.example. Agents then search the shop itself, and nothing is imported. The shop must speak the Universal Commerce Protocol (UCP): if you do not know, try it."
      button="Connect shop"
      done="Shop connected"
      value=""
      maxLength={500}
      required
      save={async (address) => (await call('connectLiveShop', { path, body: { address } })).shop?.url ?? ''}
      onSave={() => reload('live-shop', 'products')}
    />
  );
}

function ConnectedShop({ storeId, shop }: { readonly storeId: string; readonly shop: LiveShop }) {
  const path = { store_id: storeId };
  const reload = useReload(storeId);
  const changed = (announced: string) => () => {
    announce(announced);
    return reload('live-shop', 'products');
  };
  // The owner decides which hosts the pictures in the chat come from.
  const hosts = shop.image_hosts.filter((one) => !one.is_allowed).map(({ host }) => host);
  const allow = useAction(
    () => call('allowImageHosts', { path, body: { hosts } }),
    changed('Pictures allowed'),
  );
  const disconnect = useAction(() => call('disconnectLiveShop', { path }), changed('Shop disconnected'));
  return (
    <>
      <p>
        Agents search <a href={shop.url}>{new URL(shop.url).host}</a> live
        {shop.revision !== null && `, by revision ${shop.revision} of the protocol`}.{' '}
        {shop.read_at !== null && (
          <>
            Last read: <Time at={shop.read_at} />.
          </>
        )}
      </p>
      {shop.failure !== null && <p class="note red">{shop.failure}</p>}
      <ErrorNote error={allow.error ?? disconnect.error} />
      {hosts.length > 0 && (
        <div class="note amber">
          <p>No chatbot shows pictures of {hosts.join(', ')} yet.</p>
          <Button busy={allow.isPending} onClick={() => allow.mutate(undefined)}>
            Show these pictures in the chat
          </Button>
        </div>
      )}
      <Button busy={disconnect.isPending} onClick={() => disconnect.mutate(undefined)}>
        Disconnect shop
      </Button>
    </>
  );
}
