import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { CreateKeyDialog, RegenerateKeyDialog, RevokeKeyDialog } from './api-key-dialogs.tsx';
import { api, type Schemas, unwrap } from './client.ts';
import { Button, copyText, ErrorNote, Loading } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { useAction } from './recent-sign-in.tsx';
import type { PageProps } from './settings-page.tsx';
import { Time } from './time.tsx';

type ApiKey = Schemas['ApiKey'];
type Open =
  { readonly dialog: 'create' } | { readonly dialog: 'regenerate' | 'revoke'; readonly key: ApiKey };

/** The keys of the store: revealed, copied, created, replaced and revoked (source 5.4, 5.8). */
export function ApiKeysPage({ store }: PageProps) {
  const queries = useQueryClient();
  const queryKey = ['api-keys', store.id];
  const path = { store_id: store.id };
  const list = useQuery({
    queryKey,
    queryFn: () => unwrap(api.GET('/dashboard/api/stores/{store_id}/api-keys', { params: { path } })),
  });
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const changed = (): void => void queries.invalidateQueries({ queryKey });
  return (
    <>
      <div class="bar">
        <Button kind="primary" onClick={() => setOpen({ dialog: 'create' })}>
          Create key
        </Button>
      </div>
      {list.isPending && <Loading />}
      <ErrorNote error={list.error} retry={() => void list.refetch()} />
      {list.data && <Keys storeId={store.id} keys={list.data.api_keys} onOpen={setOpen} />}
      {open?.dialog === 'create' && <CreateKeyDialog storeId={store.id} onChange={changed} onClose={close} />}
      {open?.dialog === 'regenerate' && (
        <RegenerateKeyDialog storeId={store.id} apiKey={open.key} onChange={changed} onClose={close} />
      )}
      {open?.dialog === 'revoke' && (
        <RevokeKeyDialog storeId={store.id} apiKey={open.key} onChange={changed} onClose={close} />
      )}
    </>
  );
}

interface KeysProps {
  readonly storeId: string;
  readonly keys: readonly ApiKey[];
  onOpen(open: Open): void;
}

function Keys({ storeId, keys, onOpen }: KeysProps) {
  const [revealed, setRevealed] = useState<ReadonlyMap<string, string>>(new Map());
  const reveal = useAction((key: ApiKey) => {
    const path = { store_id: storeId, key_id: key.id };
    return unwrap(
      api.POST('/dashboard/api/stores/{store_id}/api-keys/{key_id}/reveal', { params: { path } }),
    );
  });
  const show = (id: string, key?: string): void => {
    const others = [...revealed].filter(([one]) => one !== id);
    setRevealed(new Map(key === undefined ? others : [...others, [id, key]]));
  };
  const copy = async (key: ApiKey): Promise<void> => {
    const text = revealed.get(key.id) ?? (await reveal.mutateAsync(key)).key;
    // By hand, where the browser does not allow it.
    if (!(await copyText(text, 'Key'))) show(key.id, text);
  };
  const [active, ended] = [keys.filter(isActive), keys.filter((key) => !isActive(key))];
  const columns: readonly Column<ApiKey>[] = [
    { name: 'Note', cell: ({ note }) => note ?? <span class="soft">No note</span> },
    { name: 'Key', cell: (key) => <KeyText hint={key.hint} text={revealed.get(key.id)} /> },
    { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
    { name: 'Last used', cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'Never') },
    { name: 'Expires', cell: Expires },
  ];
  return (
    <>
      <ErrorNote error={reveal.error} />
      {active.length === 0 && (
        <div class="empty">
          <p>This store has no valid key: nothing can call its API.</p>
        </div>
      )}
      {active.length > 0 && (
        <DataTable
          label="API keys"
          columns={columns}
          rows={active}
          keyOf={({ id }) => id}
          actions={(key) => (
            <>
              {revealed.has(key.id) ? (
                <Button describedBy={key.id} onClick={() => show(key.id)}>
                  Hide
                </Button>
              ) : (
                <Button
                  describedBy={key.id}
                  onClick={() => reveal.mutate(key, { onSuccess: (found) => show(key.id, found.key) })}
                >
                  Reveal
                </Button>
              )}
              <Button describedBy={key.id} onClick={() => void copy(key).catch(() => undefined)}>
                Copy
              </Button>
              {key.expires_at === null && (
                <Button describedBy={key.id} onClick={() => onOpen({ dialog: 'regenerate', key })}>
                  Regenerate
                </Button>
              )}
              <Button kind="danger" describedBy={key.id} onClick={() => onOpen({ dialog: 'revoke', key })}>
                Revoke
              </Button>
            </>
          )}
        />
      )}
      {ended.length > 0 && <EndedKeys keys={ended} />}
    </>
  );
}

function KeyText({ hint, text }: { readonly hint: string; readonly text: string | undefined }) {
  if (text !== undefined) return <code class="key">{text}</code>;
  return (
    <code class="key">
      <span aria-hidden="true">svc_••••••••</span>
      <span class="hidden">ends in </span>
      {hint}
    </code>
  );
}

function Expires({ expires_at }: ApiKey) {
  if (expires_at === null) return <span class="soft">Never</span>;
  return (
    <span class="chip amber">
      <Time at={expires_at} />
    </span>
  );
}

function EndedKeys({ keys }: { readonly keys: readonly ApiKey[] }) {
  const columns: readonly Column<ApiKey>[] = [
    { name: 'Note', cell: ({ note }) => note ?? <span class="soft">No note</span> },
    { name: 'Key', cell: ({ hint }) => <KeyText hint={hint} text={undefined} /> },
    { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
    { name: 'Last used', cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'Never') },
    { name: 'Ended', cell: ({ revoked_at, expires_at }) => <Time at={revoked_at ?? expires_at ?? ''} /> },
  ];
  return (
    <details>
      <summary>Revoked and expired keys ({keys.length})</summary>
      <DataTable label="Revoked and expired keys" columns={columns} rows={keys} keyOf={({ id }) => id} />
    </details>
  );
}

function isActive({ revoked_at, expires_at }: ApiKey): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > Date.now());
}
