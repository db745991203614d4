import { useId, useState } from 'preact/hooks';
import { type Schemas } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, Dialog, ReadState } from './controls.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { TitledSection } from './fields.tsx';
import { formatCount } from './figure-formats.ts';
import { Time } from './time.tsx';

type Import = Schemas['Import'];

/** A whole number for people; with a noun, in its singular or plural. */
export function countOf(count: number, noun?: string): string {
  const text = formatCount(count);
  return noun === undefined ? text : `${text} ${noun}${count === 1 ? '' : 's'}`;
}

/** How far a running import is. */
export function RunningImport({ running }: { readonly running: Import }) {
  const { lines, products, rejected_lines: rejected } = running;
  return (
    <section class="part box" aria-label="Running import">
      <progress aria-label="Import" />
      <p>
        {lines === 0 ? 'Reading the first lines…' : `${countOf(lines, 'line')} read`}
        {lines > 0 && ` · ${countOf(products, 'product')}`}
        {rejected > 0 && ` · ${countOf(rejected, 'rejected line')}`}
      </p>
    </section>
  );
}

/** How the import ended that was running while the page was open. */
export function ImportNote({ storeId, ended }: { readonly storeId: string; readonly ended: Import }) {
  const [isOpen, setOpen] = useState(false);
  const isDone = ended.status === 'done';
  return (
    <div class={`note ${noteColor(ended)}`} role="status">
      <p>{isDone ? resultOf(ended) : failureOf(ended)}</p>
      {ended.rejected_lines > 0 && <Button onClick={() => setOpen(true)}>Show rejected lines</Button>}
      {isOpen && <ImportDialog storeId={storeId} shown={ended} onClose={() => setOpen(false)} />}
    </div>
  );
}

function noteColor({ status, rejected_lines: rejected }: Import): string {
  if (status === 'failed') return 'red';
  return rejected > 0 ? 'amber' : '';
}

function resultOf({ products, skipped_lines: skipped, rejected_lines: rejected }: Import): string {
  const parts = [
    `${countOf(products, 'product')} imported`,
    ...(rejected > 0 ? [`${countOf(rejected, 'line')} rejected`] : []),
    ...(skipped > 0 ? [`${countOf(skipped, 'product')} left out, not for sale`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function failureOf({ error }: Import): string {
  return `The import failed, and nothing has changed: ${error ?? 'unknown error'}.`;
}

const formats: Readonly<Record<NonNullable<Import['format']>, string>> = {
  'shopify-csv': 'Shopify export',
  'json-lines': 'JSON Lines',
  'google-tsv': 'Google feed, TSV',
  'google-xml': 'Google feed, XML',
};

const sources: Readonly<Record<string, string>> = { file: 'File', command: 'Command on the server' };

const columns: readonly Column<Import>[] = [
  { name: 'Started', cell: ({ started_at }) => <Time at={started_at} /> },
  {
    name: 'Source',
    cell: ({ source, format }) => (
      <>
        <span class="wrap-anywhere">{sources[source] ?? source}</span>
        {format !== null && <span class="subject">{formats[format]}</span>}
      </>
    ),
  },
  { name: 'Result', cell: Status },
  { name: 'Products', cell: ({ products }) => countOf(products) },
  { name: 'Rejected', cell: ({ rejected_lines: rejected }) => countOf(rejected) },
];

function Status({ status }: Import) {
  if (status === 'running') return <span class="chip amber">Running</span>;
  return status === 'done' ? <span class="chip green">Done</span> : <span class="chip red">Failed</span>;
}

interface ImportListProps {
  readonly storeId: string;
  readonly imports: readonly Import[];
}

/** Past imports. */
export function ImportList({ storeId, imports }: ImportListProps) {
  const [shown, setShown] = useState<Import>();
  return (
    <TitledSection title="Imports">
      <DataTable
        label="Imports"
        columns={columns}
        rows={imports}
        keyOf={({ id }) => id}
        actions={(row) => (
          <Button describedBy={row.id} onClick={() => setShown(row)}>
            Details
          </Button>
        )}
      />
      {shown && <ImportDialog storeId={storeId} shown={shown} onClose={() => setShown(undefined)} />}
    </TitledSection>
  );
}

interface ImportDialogProps {
  readonly storeId: string;
  readonly shown: Import;
  onClose(): void;
}

function ImportDialog({ storeId, shown, onClose }: ImportDialogProps) {
  const path = { store_id: storeId, import_id: shown.id };
  const details = useRead(['import', storeId, shown.id, shown.status], 'getImport', { path });
  return (
    <Dialog close="Close" title="Import" onClose={onClose}>
      <ReadState reads={[details]} />
      {details.data && <Details {...details.data} />}
    </Dialog>
  );
}

function Details({ import: shown, rejected, findings }: Schemas['ImportDetails']) {
  const more = shown.rejected_lines - rejected.length;
  return (
    <>
      {shown.status === 'failed' && <p class="note red">{failureOf(shown)}</p>}
      {shown.status === 'done' && <p>{resultOf(shown)}</p>}
      <p class="soft">{countOf(shown.lines, 'line')} read.</p>
      {findings && <Findings {...findings} />}
      <Lines title="Rejected lines" lines={rejected} />
      {more > 0 && <p class="soft">And {countOf(more)} more.</p>}
      <Lines title="Read, but check" lines={findings?.warnings ?? []} />
    </>
  );
}

/** What cards in the chat lack. */
function Findings(findings: NonNullable<Schemas['ImportDetails']['findings']>) {
  const hidden = findings.image_hosts.filter((host) => !host.is_allowed).map(({ host }) => host);
  const lacks: readonly (readonly [number, string])[] = [
    [
      findings.without_link,
      'without a link: their cards lead nowhere. Import with the shop URL to link them.',
    ],
    [findings.without_picture, 'without a picture.'],
    [findings.without_price, 'with the price 0.'],
    [findings.without_quantity, 'without a quantity: only whether they are available is known.'],
  ];
  return (
    <>
      {lacks.map(([count, what]) => count > 0 && <p key={what}>{`${countOf(count, 'product')} ${what}`}</p>)}
      {hidden.length > 0 && (
        <p class="note amber">
          No chatbot shows pictures of {hidden.join(', ')}: add it to the image hosts of a chatbot.
        </p>
      )}
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly { readonly line: number; readonly reason: string }[];
}

function Lines({ title, lines }: LinesProps) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <>
      <h3 id={id}>{title}</h3>
      <ul class="catalog-rejected plain lined box" aria-labelledby={id} tabIndex={0}>
        {lines.map(({ line, reason }, index) => (
          <li key={index}>
            <span class="soft">Line {line}</span> {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
