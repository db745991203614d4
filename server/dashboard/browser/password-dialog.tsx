import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { api, meKey, type Schemas, unwrap } from './client.ts';
import { ActionDialog } from './controls.tsx';
import { Field, HiddenUsername } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

/** Sets or changes the own password. */
export function PasswordDialog({ me, onClose }: { readonly me: Schemas['Me']; onClose(): void }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const save = useAction(
    () => unwrap(api.PUT('/dashboard/api/me/password', { body: { password } })),
    async () => {
      onClose();
      announce('Password set. Your other sessions are ended.');
      await queries.invalidateQueries({ queryKey: meKey });
    },
  );
  return (
    <ActionDialog
      title={me.user.has_password ? 'Change password' : 'Set a password'}
      action="Save password"
      mutation={save}
      onClose={onClose}
    >
      <HiddenUsername email={me.user.email} />
      <Field
        label="New password"
        hint="At least 12 characters. Your other sessions end."
        type="password"
        autocomplete="new-password"
        value={password}
        onChange={setPassword}
        minLength={12}
        maxLength={1000}
        required
      />
    </ActionDialog>
  );
}
