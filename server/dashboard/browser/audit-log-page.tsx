import { useQueryClient } from '@tanstack/preact-query';
import auditActions from './audit-actions.json' with { type: 'json' };
import { call, type Schemas, type SectionProps } from './client.ts';
import { Button, ErrorNote, NextPage, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { wordsOf } from './error-message.ts';
import { PageHeading } from './page-heading.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Minute } from './time.tsx';
import { usePages } from './use-read.ts';

type Entry = Schemas['AuditEntry'];

/** What each action is called. */
export const actionNames: Readonly<Record<Entry['action'], string>> = auditActions;

const columns: readonly Column<Entry>[] = [
  { name: 'When', cell: ({ at }) => <Minute at={at} /> },
  { name: 'Who', cell: ({ actor }) => <div class="name">{actor === 'operator' ? 'Operator' : actor}</div> },
  { name: 'What', cell: ({ action }) => actionNames[action] },
  { name: 'Detail', cell: Detail },
  { name: 'From', cell: ({ address }) => address ?? <span class="soft">–</span> },
];

function Detail({ subject, detail, changes }: Entry) {
  return (
    <>
      {detail}
      {subject !== null && <code class="subject">{subject}</code>}
      {changes.length > 0 && (
        <details class="difference">
          <summary>{changes.map(({ field }) => wordsOf(field)).join(', ')}</summary>
          {changes.map(({ field, before, after }) => (
            <dl key={field} aria-label={wordsOf(field)}>
              <dt class="soft small">{wordsOf(field)} before</dt>
              <dd>{before || <span class="soft">nothing</span>}</dd>
              <dt class="soft small">after</dt>
              <dd>{after || <span class="soft">nothing</span>}</dd>
            </dl>
          ))}
        </details>
      )}
    </>
  );
}

/** Who did what, newest first, a page at a time. */
export function AuditLogPage({ store, heading }: SectionProps) {
  const list = usePages(['audit', store.id], (query) =>
    call('listAuditLog', { path: { store_id: store.id }, query }),
  );
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const queries = useQueryClient();
  const undo = useAction(async (id: string) => {
    await call('undoChange', { path: { store_id: store.id, entry_id: id } });
    await queries.invalidateQueries();
  });
  return (
    <>
      <PageHeading {...heading} />
      <ErrorNote error={undo.error} />
      <ReadState reads={[list]} />
      {list.data && entries.length === 0 && <p class="empty">Nothing has happened yet.</p>}
      {entries.length > 0 && (
        <DataTable
          label="Audit log"
          columns={columns}
          rows={entries}
          keyOf={({ id }) => id}
          actions={({ id, can_undo }) =>
            can_undo && (
              <Button busy={undo.isPending && undo.variables === id} onClick={() => undo.mutate(id)}>
                Undo
              </Button>
            )
          }
        />
      )}
      <NextPage list={list} name="Show older entries" />
    </>
  );
}
