import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { call, type Schemas } from './client.ts';
import { Button, ErrorNote, Form, ReadState } from './controls.tsx';
import { Field, TitledSection } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';
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
  return (
    <TitledSection title="Live shop">
      <ReadState reads={[state]} />
      {state.data?.shop === null && <ConnectForm storeId={storeId} />}
      {state.data?.shop && <ConnectedShop storeId={storeId} shop={state.data.shop} />}
    </TitledSection>
  );
}

/** What depends on which products there are. */
function useShopChange(storeId: string) {
  const reload = useReload(storeId);
  return (message: string): Promise<unknown> => {
    announce(message);
    return reload('live-shop', 'products');
  };
}

function ConnectForm({ storeId }: { readonly storeId: string }) {
  const changed = useShopChange(storeId);
  const [address, setAddress] = useState('');
  const connect = useAction(
    () => call('connectLiveShop', { path: { store_id: storeId }, body: { address: address.trim() } }),
    () => changed('Shop connected'),
  );
  return (
    <Form onSubmit={() => connect.mutate(undefined)}>
      <Field
        label="Domain of the shop"
        hint="Such as shop.example, where the shop speaks the Universal Commerce Protocol (UCP). Agents then search the shop itself: nothing is imported."
        value={address}
        onChange={setAddress}
        maxLength={500}
        required
      />
      <ErrorNote error={connect.error} />
      <Button type="submit" busy={connect.isPending}>
        Connect shop
      </Button>
    </Form>
  );
}

interface ConnectedShopProps {
  readonly storeId: string;
  readonly shop: LiveShop;
}

function ConnectedShop({ storeId, shop }: ConnectedShopProps) {
  const changed = useShopChange(storeId);
  const disconnect = useAction(
    () => call('disconnectLiveShop', { path: { store_id: storeId } }),
    () => changed('Shop disconnected'),
  );
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
      <PictureHosts storeId={storeId} shop={shop} />
      <ErrorNote error={disconnect.error} />
      <Button busy={disconnect.isPending} onClick={() => disconnect.mutate(undefined)}>
        Disconnect shop
      </Button>
    </>
  );
}

/** The owner decides which hosts the pictures in the chat come from. */
function PictureHosts({ storeId, shop }: ConnectedShopProps) {
  const changed = useShopChange(storeId);
  const hosts = shop.image_hosts.filter((one) => !one.is_allowed).map(({ host }) => host);
  const allow = useAction(
    () => call('allowImageHosts', { path: { store_id: storeId }, body: { hosts } }),
    () => changed('Pictures allowed'),
  );
  if (hosts.length === 0) return null;
  return (
    <>
      <p class="note amber">No chatbot shows pictures of {hosts.join(', ')} yet.</p>
      <ErrorNote error={allow.error} />
      <Button busy={allow.isPending} onClick={() => allow.mutate(undefined)}>
        Show these pictures in the chat
      </Button>
    </>
  );
}
