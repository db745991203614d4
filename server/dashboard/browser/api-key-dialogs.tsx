import { useState } from 'preact/hooks';
import { announcing } from './announcement.tsx';
import { call, type Schemas } from './client.ts';
import { ActionDialog, Dialog, type RowDialogProps, Secret } from './controls.tsx';
import { Choice, Field } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

type OneKeyProps = RowDialogProps & { readonly apiKey: Schemas['ApiKey'] };

function nameOf({ note, hint }: Schemas['ApiKey']): string {
  return note === null ? `the key that ends in ${hint}` : `“${note}” (ends in ${hint})`;
}

/** Adds a key and shows it. */
export function CreateKeyDialog({ storeId, onChange, onClose }: RowDialogProps) {
  const [note, setNote] = useState('');
  const params = { path: { store_id: storeId } };
  const body = note.trim() === '' ? {} : { note: note.trim() };
  const create = useAction(() => call('createApiKey', { ...params, body }), onChange);
  if (create.data) return <NewKeyDialog title="Key created" text={create.data.key} onClose={onClose} />;
  return (
    <ActionDialog title="Create key" action="Create key" mutation={create} onClose={onClose}>
      <Field
        label="Note"
        hint="What the key is for, such as the program that uses it. You can leave it empty."
        value={note}
        onChange={setNote}
        maxLength={200}
      />
    </ActionDialog>
  );
}

const overlaps = [
  [
    0,
    'At once',
    'Programs with the old key fail until they have the new one. For a key that others may know.',
  ],
  [1, 'In 1 hour', 'Both keys work until then.'],
  [24, 'In 24 hours', 'Both keys work until then.'],
] as const;

/** Replaces a key by a new one and shows it. */
export function RegenerateKeyDialog({ storeId, apiKey, onChange, onClose }: OneKeyProps) {
  const [hours, setHours] = useState<0 | 1 | 24>(24);
  const params = { path: { store_id: storeId, key_id: apiKey.id } };
  const body = { overlap_hours: hours };
  const regenerate = useAction(() => call('regenerateApiKey', { ...params, body }), onChange);
  if (regenerate.data)
    return <NewKeyDialog title="Key replaced" text={regenerate.data.key} onClose={onClose} />;
  return (
    <ActionDialog title="Regenerate key" action="Regenerate" mutation={regenerate} onClose={onClose}>
      <p>A new key replaces {nameOf(apiKey)}.</p>
      <Choice label="The old key stops working" options={overlaps} value={hours} onChange={setHours} />
    </ActionDialog>
  );
}

/** Asks before a key is revoked for good. */
export function RevokeKeyDialog({ storeId, apiKey, onChange, onClose }: OneKeyProps) {
  const params = { path: { store_id: storeId, key_id: apiKey.id } };
  const revoke = useAction(() => call('revokeApiKey', params), announcing('Key revoked', onClose, onChange));
  return (
    <ActionDialog kind="danger" title="Revoke key" action="Revoke" mutation={revoke} onClose={onClose}>
      <p>Programs that use {nameOf(apiKey)} stop working within seconds. This cannot be undone.</p>
    </ActionDialog>
  );
}

function NewKeyDialog(props: { readonly title: string; readonly text: string; onClose(): void }) {
  return (
    <Dialog close="Done" title={props.title} onClose={props.onClose}>
      <p>Put this key where your program reads it. You can reveal it here again later.</p>
      <Secret name="Key" text={props.text} />
    </Dialog>
  );
}
