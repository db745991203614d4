import { useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { countOf } from './catalog-imports.tsx';
import { call, type Schemas } from './client.ts';
import { ActionDialog, Button } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { TitledSection } from './fields.tsx';
import { formatCount } from './figure-formats.ts';
import { useAction } from './recent-sign-in.tsx';
import { SourceList } from './source-list.tsx';
import { Time } from './time.tsx';
import { useReload } from './use-read.ts';

type Document = Schemas['KnowledgeDocument'];

const formats: Readonly<Record<Document['format'], string>> = {
  markdown: 'Markdown',
  html: 'HTML',
  text: 'Text',
  'question-pairs': 'Questions and answers',
};

const columns: readonly Column<Document>[] = [
  {
    name: 'Source',
    cell: ({ source, title }) => (
      <>
        <span class="wrap-anywhere">{source}</span>
        {title !== source && <span class="subject">{title}</span>}
      </>
    ),
  },
  { name: 'Format', cell: ({ format, passages }) => `${formats[format]}, ${countOf(passages, 'passage')}` },
  { name: 'Answered', cell: answeredCell },
  { name: 'Imported', cell: ({ imported_at: at }) => <Time at={at} /> },
];

function answeredCell({ answered, last_answered_at: at }: Document) {
  if (at === null) return <span class="soft">Never</span>;
  return (
    <>
      {answered === 1 ? 'Once' : `${formatCount(answered)} times`}, last <Time at={at} />
    </>
  );
}

interface DocumentListProps {
  readonly storeId: string;
  readonly documents: readonly Document[];
  onEdit(document: Document): void;
}

/** The imported texts. */
export function DocumentList({ storeId, documents, onEdit }: DocumentListProps) {
  const [removed, setRemoved] = useState<Document>();
  return (
    <TitledSection title="Texts">
      <DataTable
        label="Texts"
        columns={columns}
        rows={documents}
        keyOf={({ id }) => id}
        actions={(row) => (
          <>
            <Button describedBy={row.id} onClick={() => onEdit(row)}>
              Read or edit
            </Button>
            <Button describedBy={row.id} onClick={() => setRemoved(row)}>
              Delete
            </Button>
          </>
        )}
      />

      <SourceList storeId={storeId} kind="page" />
      {removed && <DeleteDialog storeId={storeId} document={removed} onClose={() => setRemoved(undefined)} />}
    </TitledSection>
  );
}

interface DeleteDialogProps {
  readonly storeId: string;
  readonly document: Document;
  onClose(): void;
}

function DeleteDialog({ storeId, document, onClose }: DeleteDialogProps) {
  const reload = useReload(storeId);
  const remove = useAction(
    () => call('deleteKnowledge', { path: { store_id: storeId, document_id: document.id } }),
    () => {
      announce('Text deleted');
      onClose();
      return reload('knowledge', 'passages', 'sources');
    },
  );
  return (
    <ActionDialog kind="danger" title="Delete this text?" action="Delete" mutation={remove} onClose={onClose}>
      <p class="clamped soft">{document.source}</p>
      <p>Your agents stop to know what is in it, with the next message. You can import it again.</p>
    </ActionDialog>
  );
}
