import { useState } from 'preact/hooks';
import { announcing } from './announcement.tsx';
import { call, type Schemas } from './client.ts';
import { ActionDialog, Dialog, type RowDialogProps, Secret } from './controls.tsx';
import { Choice, Field } from './fields.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Minute } from './time.tsx';

type OneMemberProps = RowDialogProps & { readonly member: Schemas['Member'] };

const roles = [
  ['member', 'Member', 'Everything but API keys and team.'],
  ['owner', 'Owner', 'Everything.'],
] as const;

interface InviteDialogProps extends RowDialogProps {
  /** Whose link is made anew; undefined for a new person. */
  readonly member: Schemas['Member'] | undefined;
}

/** Invites a person, or makes a new link for one, and shows the link. */
export function InviteDialog({ storeId, member, onChange, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState(member?.email ?? '');
  const [role, setRole] = useState<Schemas['Role']>(member?.role ?? 'member');
  const params = { path: { store_id: storeId } };
  const invite = useAction(() => call('inviteMember', { ...params, body: { email, role } }), onChange);
  if (invite.data) return <LinkDialog invited={invite.data} onClose={onClose} />;
  return (
    <ActionDialog
      title={member ? 'New link' : 'Invite'}
      action={member ? 'Make a link' : 'Invite'}
      mutation={invite}
      onClose={onClose}
    >
      {member ? (
        <p>
          A sign-in link for {member.email}, for a lost password too. Their password is removed and their
          sessions end.
        </p>
      ) : (
        <>
          <Field label="E-mail" type="email" value={email} onChange={setEmail} maxLength={254} required />
          <Choice label="Role" options={roles} value={role} onChange={setRole} />
        </>
      )}
    </ActionDialog>
  );
}

function LinkDialog(props: { readonly invited: Schemas['InvitedMember']; onClose(): void }) {
  const { member, code, expires_at } = props.invited;
  return (
    <Dialog close="Done" title="Sign-in link" onClose={props.onClose}>
      <p>
        {code === null
          ? `A mail to ${member.email} has the link. `
          : `Pass this link on to ${member.email} over a channel that you trust: it was not sent by mail. `}
        It works once, until <Minute at={expires_at} />.
      </p>
      {code !== null && <Secret name="Sign-in link" text={`${location.origin}/dashboard/#code=${code}`} />}
    </Dialog>
  );
}

/** Changes the role of a person. */
export function ChangeRoleDialog({ storeId, member, onChange, onClose }: OneMemberProps) {
  const [role, setRole] = useState(member.role);
  const params = { path: { store_id: storeId, user_id: member.user_id } };
  const change = useAction(
    () => call('changeRole', { ...params, body: { role } }),
    announcing('Role changed', onClose, onChange),
  );
  return (
    <ActionDialog title="Change role" action="Change role" mutation={change} onClose={onClose}>
      <Choice label={`Role of ${member.email}`} options={roles} value={role} onChange={setRole} />
    </ActionDialog>
  );
}

/** Asks before a person is removed. */
export function RemoveDialog({ storeId, member, onChange, onClose }: OneMemberProps) {
  const params = { path: { store_id: storeId, user_id: member.user_id } };
  const remove = useAction(
    () => call('removeMember', params),
    announcing(`${member.email} removed`, onClose, onChange),
  );
  return (
    <ActionDialog
      kind="danger"
      title="Remove from the team"
      action="Remove"
      mutation={remove}
      onClose={onClose}
    >
      <p>{member.email} loses access to this store at once. API keys that they have seen stay valid.</p>
    </ActionDialog>
  );
}
