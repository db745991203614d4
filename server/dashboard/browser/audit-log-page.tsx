import { useInfiniteQuery } from '@tanstack/preact-query';
import auditActions from './audit-actions.json' with { type: 'json' };
import { api, type Schemas, type SectionProps, unwrap } from './client.ts';
import { Button, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { Minute } from './time.tsx';

type Entry = Schemas['AuditEntry'];

const names: Readonly<Record<Entry['action'], string>> = auditActions;

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
