import { useInfiniteQuery } from '@tanstack/preact-query';
import { api, type Schemas, type SectionProps, unwrap } from './client.ts';
import { Button, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { Minute } from './time.tsx';

type Entry = Schemas['AuditEntry'];

const names: Readonly<Record<Entry['action'], string>> = {
  'session.signed_in': 'Signed in',
  'session.rejected': 'Failed to sign in',
  'session.ended': 'Signed out',
  'identity.linked': 'Linked an account for single sign-on',
  'password.set': 'Set a password',
  'api_key.created': 'Created an API key',
  'api_key.note_changed': 'Changed the note of an API key',
  'api_key.revealed': 'Revealed an API key',
  'api_key.regenerated': 'Regenerated an API key',
  'api_key.revoked': 'Revoked an API key',
  'catalog.imported': 'Imported products',
  'catalog.synonyms_changed': 'Changed words for the search',
  'knowledge.imported': 'Imported texts',
  'knowledge.deleted': 'Deleted a text',
  'member.invited': 'Invited',
  'member.role_changed': 'Changed a role',
  'member.removed': 'Removed from the team',
  'store.created': 'Created the store',
  'store.plan_changed': 'Changed the plan',
  'store.cap_changed': 'Changed the monthly cap',
  'store.contact_changed': 'Changed the contact',
  'chatbot.created': 'Created a chatbot',
  'chatbot.updated': 'Changed a chatbot',
  'connection.added': 'Connected tools',
  'connection.removed': 'Disconnected tools',
  'master_key.rotated': 'Replaced the master key',
  'agent.created': 'Created an agent',
  'agent.updated': 'Changed an agent',
  'agent.deleted': 'Deleted an agent',
  'chatbot.deleted': 'Deleted a chatbot',
  'conversation.deleted': 'Deleted a conversation',
};

const columns: readonly Column<Entry>[] = [
  { name: 'When', cell: ({ at }) => <Minute at={at} /> },
  { name: 'Who', cell: ({ actor }) => <div class="name">{actor === 'operator' ? 'Operator' : actor}</div> },
  { name: 'What', cell: ({ action }) => names[action] },
  { name: 'Detail', cell: Detail },
  { name: 'From', cell: ({ address }) => address ?? <span class="soft">–</span> },
];

function Detail({ subject, detail }: Entry) {
  return (
    <>
      {detail}
      {subject !== null && <code class="subject">{subject}</code>}
    </>
  );
}

/** Who did what, newest first, a page at a time. */
export function AuditLogPage({ store, heading }: SectionProps) {
  const list = useInfiniteQuery({
    queryKey: ['audit', store.id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam };
      const params = { path: { store_id: store.id }, query };
      return unwrap(api.GET('/dashboard/api/stores/{store_id}/audit-log', { params }));
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <PageHeading {...heading} />
      <ReadState reads={[list]} />
      {list.data && entries.length === 0 && <p class="empty">Nothing has happened yet.</p>}
      {entries.length > 0 && (
        <DataTable label="Audit log" columns={columns} rows={entries} keyOf={({ id }) => id} />
      )}
      {list.hasNextPage && (
        <div class="bar row">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </>
  );
}
