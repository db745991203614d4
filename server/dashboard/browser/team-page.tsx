import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { meKey, type Schemas, type SectionProps } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { ChangeRoleDialog, InviteDialog, RemoveDialog } from './team-dialogs.tsx';
import { Time } from './time.tsx';

type Member = Schemas['Member'];
type Open =
  | { readonly dialog: 'invite'; readonly member?: Member }
  | { readonly dialog: 'role' | 'remove'; readonly member: Member };

/** The people of the store. */
export function TeamPage({ me, store, heading }: SectionProps) {
  const queries = useQueryClient();
  const queryKey = ['team', store.id];
  const path = { store_id: store.id };
  const list = useRead(queryKey, 'listTeam', { path });
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const changed = (): void => {
    void queries.invalidateQueries({ queryKey });
    // The own role may have changed.
    void queries.invalidateQueries({ queryKey: meKey });
  };
  const shared = { storeId: store.id, onChange: changed, onClose: close };
  return (
    <>
      <PageHeading {...heading}>
        <Button kind="primary" onClick={() => setOpen({ dialog: 'invite' })}>
          Invite
        </Button>
      </PageHeading>
      <ReadState reads={[list]} />
      {list.data && <Members me={me} members={list.data.members} onOpen={setOpen} />}
      {open?.dialog === 'invite' && <InviteDialog {...shared} member={open.member} />}
      {open?.dialog === 'role' && <ChangeRoleDialog {...shared} member={open.member} />}
      {open?.dialog === 'remove' && <RemoveDialog {...shared} member={open.member} />}
    </>
  );
}

interface MembersProps {
  readonly me: Schemas['Me'];
  readonly members: readonly Member[];
  onOpen(open: Open): void;
}

function Members({ me, members, onOpen }: MembersProps) {
  const columns: readonly Column<Member>[] = [
    {
      name: 'E-mail',
      cell: ({ user_id, email }) => (
        <>
          {email} {user_id === me.user.id && <span class="chip green">You</span>}
        </>
      ),
    },
    { name: 'Role', cell: ({ role }) => (role === 'owner' ? 'Owner' : 'Member') },
    { name: 'Added', cell: ({ added_at }) => <Time at={added_at} /> },
    {
      name: 'Last sign-in',
      cell: ({ last_sign_in_at }) =>
        last_sign_in_at ? <Time at={last_sign_in_at} /> : <span class="chip amber">Invited</span>,
    },
  ];
  return (
    <DataTable
      label="Team"
      columns={columns}
      rows={members}
      keyOf={({ user_id }) => user_id}
      actions={(member) => (
        <>
          {member.user_id !== me.user.id && (
            <Button describedBy={member.user_id} onClick={() => onOpen({ dialog: 'invite', member })}>
              New link
            </Button>
          )}
          <Button describedBy={member.user_id} onClick={() => onOpen({ dialog: 'role', member })}>
            Change role
          </Button>
          <Button
            kind="danger"
            describedBy={member.user_id}
            onClick={() => onOpen({ dialog: 'remove', member })}
          >
            Remove
          </Button>
        </>
      )}
    />
  );
}
