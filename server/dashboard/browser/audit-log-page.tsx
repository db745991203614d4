import auditActions from './audit-actions.json' with { type: 'json' };
import { call, type Schemas, type SectionProps } from './client.ts';
import { NextPage, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { PageHeading } from './page-heading.tsx';
import { Minute } from './time.tsx';
import { usePages } from './use-read.ts';

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
  const list = usePages(['audit', store.id], (query) =>
    call('listAuditLog', { path: { store_id: store.id }, query }),
  );
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <PageHeading {...heading} />
      <ReadState reads={[list]} />
      {list.data && entries.length === 0 && <p class="empty">Nothing has happened yet.</p>}
      {entries.length > 0 && (
        <DataTable label="Audit log" columns={columns} rows={entries} keyOf={({ id }) => id} />
      )}
      <NextPage list={list} name="Show older entries" />
    </>
  );
}
