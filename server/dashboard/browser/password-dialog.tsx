import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { call, meKey, type Schemas } from './client.ts';
import { ActionDialog } from './controls.tsx';
import { HiddenUsername, PasswordField } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';

/** Sets or changes the own password. */
export function PasswordDialog({ me, onClose }: { readonly me: Schemas['Me']; onClose(): void }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const save = useAction(
    () => call('setPassword', { body: { password } }),
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
      <PasswordField
        label="New password"
        hint="At least 12 characters. Your other sessions end."
        value={password}
        onChange={setPassword}
      />
    </ActionDialog>
  );
}
