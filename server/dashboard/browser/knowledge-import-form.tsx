import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { countOf } from './catalog-imports.tsx';
import { call, type Schemas, upload } from './client.ts';
import { bind, Field, TextArea } from './fields.tsx';
import { ImportFrame, ImportSource, type SourceRequest, chosenFile } from './import-source.tsx';
import { useAction } from './recent-sign-in.tsx';
import { Time } from './time.tsx';
import { useReload } from './use-read.ts';

type Source = 'file' | 'address' | 'text';
const sources = [
  ['file', 'File'],
  ['address', 'Address'],
  ['text', 'Text'],
] as const;

interface ImportRequest extends SourceRequest<Source> {
  readonly title: string;
  readonly text: string;
}

const emptyRequest: ImportRequest = { source: 'file', file: undefined, url: '', title: '', text: '' };

interface KnowledgeImportProps {
  readonly storeId: string;
  /** An import of the same source replaces one of them. */
  readonly documents: readonly Schemas['KnowledgeDocument'][];
  /** A text that is read and changed in the form. */
  readonly edited: Schemas['KnowledgeWithText'] | undefined;
}

/** Adds a text from a file, chosen or dropped, from a page, or as it is typed. */
export function KnowledgeImport({ storeId, documents, edited }: KnowledgeImportProps) {
  const reload = useReload(storeId);
  const fields = useRef<HTMLDivElement>(null);
  const [request, setRequest] = useState<ImportRequest>({
    ...emptyRequest,
    ...(edited && { source: 'text', title: edited.document.source, text: edited.text }),
  });
  useEffect(() => {
    if (edited !== undefined) fields.current?.querySelector('textarea')?.focus();
  }, [edited]);
  const [imported, setImported] = useState<Schemas['KnowledgeDocument']>();
  const change = (part: Partial<ImportRequest>): void => setRequest({ ...request, ...part });
  const replaced = documents.find(({ source }) => source === sourceOf(request));
  const start = useAction(
    () => importText(storeId, request),
    (document) => {
      announce('Imported');
      setImported(document);
      setRequest({ ...emptyRequest, source: request.source });
      return reload('knowledge', 'passages', 'sources');
    },
  );
  const note = imported && start.error === null && (
    <p class="note" role="status">
      {imported.source}: {countOf(imported.passages, 'passage')} imported.
    </p>
  );
  return (
    <ImportFrame title="Import texts" start={start} note={note} button="Import">
      <div ref={fields}>
        <ImportFields request={request} onChange={change} />
      </div>
      {replaced && (
        <div class="note amber" role="status">
          <p>
            This replaces “{replaced.source}”, imported <Time at={replaced.imported_at} />.
          </p>
        </div>
      )}
    </ImportFrame>
  );
}

interface ImportFieldsProps {
  readonly request: ImportRequest;
  onChange(part: Partial<ImportRequest>): void;
}

function ImportFields({ request, onChange }: ImportFieldsProps) {
  const bound = bind(request, onChange);
  return (
    <>
      <ImportSource
        sources={sources}
        request={request}
        fileHint="Markdown, HTML, text, or a CSV table with the columns question and answer, at most 1 MB"
        accept=".md,.markdown,.html,.htm,.txt,.csv"
        addressHint="A page of your shop: HTTPS, on the public internet, at most 1 MB. It is not read again by itself."
        maxAddressLength={500}
        onChange={onChange}
      />
      {request.source === 'text' && (
        <>
          <Field label="Title" {...bound('title')} maxLength={200} required />
          <TextArea
            label="Text"
            hint="Headings begin with #, questions with Q: and answers with A:"
            rows={8}
            {...bound('text')}
            maxLength={100_000}
            required
          />
        </>
      )}
    </>
  );
}

/** The source that the service gives to a text; empty while there is none. */
function sourceOf({ source, file, url, title }: ImportRequest): string {
  switch (source) {
    case 'file':
      return file?.name ?? '';
    case 'address':
      return URL.parse(url.trim())?.href.replace(/#.*/, '') ?? '';
    case 'text':
      return title.trim();
    default:
      return source satisfies never;
  }
}

async function importText(storeId: string, { source, file, url, title, text }: ImportRequest) {
  const path = { store_id: storeId };
  switch (source) {
    case 'file':
      return uploadText(path, chosenFile(file, 1, 'Split it.'));
    case 'address':
      return call('importKnowledgeAddress', { path, body: { url: url.trim() } });
    case 'text':
      return call('importKnowledgeText', { path, body: { title: title.trim(), text } });
    default:
      return source satisfies never;
  }
}

function uploadText(path: { readonly store_id: string }, body: File) {
  const type = 'application/octet-stream';
  return upload('importKnowledgeFile', { path, query: { name: body.name } }, { body, type });
}
