import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { CreateKeyDialog, RegenerateKeyDialog, RevokeKeyDialog } from './api-key-dialogs.tsx';
import { call, type Schemas, type SectionProps } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, copyText, ErrorNote, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Time } from './time.tsx';

type ApiKey = Schemas['ApiKey'];
type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'regenerate' | 'revoke'; readonly key: ApiKey };

/** The keys of the store: revealed, copied, created, replaced and revoked (source 5.4, 5.8). */
export function ApiKeysPage({ store, heading }: SectionProps) {
  const queries = useQueryClient();
  const queryKey = ['api-keys', store.id];
  const path = { store_id: store.id };
  const list = useRead(queryKey, 'listApiKeys', { path });
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const changed = (): void => void queries.invalidateQueries({ queryKey });
  return (
    <>
      <PageHeading {...heading}>
        <Button kind="primary" onClick={() => setOpen({ dialog: 'create' })}>
          Create key
        </Button>
      </PageHeading>
      <ReadState reads={[list]} />
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
  const shown = useRevealedKeys(storeId);
  const [active, ended] = [keys.filter(isActive), keys.filter((key) => !isActive(key))];
  const columns: readonly Column<ApiKey>[] = [
    ...describingColumns((key) => shown.textOf(key)),
    { name: 'Expires', cell: Expires },
  ];
  return (
    <>
      <ErrorNote error={shown.error} />
      {active.length === 0 && <p class="empty">This store has no valid key: nothing can call its API.</p>}
      {active.length > 0 && (
        <DataTable
          label="API keys"
          columns={columns}
          rows={active}
          keyOf={({ id }) => id}
          actions={(key) => <KeyActions apiKey={key} shown={shown} onOpen={onOpen} />}
        />
      )}
      {ended.length > 0 && <EndedKeys keys={ended} />}
    </>
  );
}

type RevealedKeys = ReturnType<typeof useRevealedKeys>;

/** The keys that are shown: held by the page only, so that they are gone when it is left. */
function useRevealedKeys(storeId: string) {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const { mutateAsync, error } = useAction(async ({ id }: ApiKey) => {
    return (await call('revealApiKey', { path: { store_id: storeId, key_id: id } })).key;
  });
  const show = ({ id }: ApiKey, text: string): void => setTexts((before) => new Map([...before, [id, text]]));
  const copy = async (key: ApiKey): Promise<void> => {
    const text = texts.get(key.id) ?? (await mutateAsync(key));
    // To be copied by hand, where the browser does not allow it.
    if (!(await copyText(text, 'Key'))) show(key, text);
  };
  return {
    error,
    /** Undefined for a key that is not shown. */
    textOf: ({ id }: ApiKey) => texts.get(id),
    hide: ({ id }: ApiKey) => setTexts((before) => new Map([...before].filter(([one]) => one !== id))),
    // A failure is in `error`.
    reveal: (key: ApiKey) => void mutateAsync(key).then((text) => show(key, text), ignore),
    copy: (key: ApiKey) => void copy(key).catch(ignore),
  };
}

function ignore(): void {}

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  readonly shown: RevealedKeys;
  onOpen(open: Open): void;
}

function KeyActions({ apiKey, shown, onOpen }: KeyActionsProps) {
  const isShown = shown.textOf(apiKey) !== undefined;
  return (
    <>
      <Button describedBy={apiKey.id} onClick={() => (isShown ? shown.hide(apiKey) : shown.reveal(apiKey))}>
        {isShown ? 'Hide' : 'Reveal'}
      </Button>
      <Button describedBy={apiKey.id} onClick={() => shown.copy(apiKey)}>
        Copy
      </Button>
      {apiKey.expires_at === null && (
        <Button describedBy={apiKey.id} onClick={() => onOpen({ dialog: 'regenerate', key: apiKey })}>
          Regenerate
        </Button>
      )}
      <Button kind="danger" describedBy={apiKey.id} onClick={() => onOpen({ dialog: 'revoke', key: apiKey })}>
        Revoke
      </Button>
    </>
  );
}

/** The columns of valid and of ended keys. */
function describingColumns(textOf: (key: ApiKey) => string | undefined): readonly Column<ApiKey>[] {
  return [
    { name: 'Note', cell: ({ note }) => note ?? <span class="soft">No note</span> },
    { name: 'Key', cell: (key) => <KeyText hint={key.hint} text={textOf(key)} /> },
    { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
    { name: 'Last used', cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'Never') },
  ];
}

function KeyText({ hint, text }: { readonly hint: string; readonly text: string | undefined }) {
  if (text !== undefined) return <code>{text}</code>;
  return (
    <code>
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
    ...describingColumns(() => undefined),
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
