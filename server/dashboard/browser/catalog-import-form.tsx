import { useEffect, useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { call, upload } from './client.ts';
import { bind, Check, Field } from './fields.tsx';
import { ImportFrame, ImportSource, type SourceRequest, chosenFile } from './import-source.tsx';
import { useAction } from './recent-sign-in.tsx';
import { useReload } from './use-read.ts';

interface ImportFormProps {
  readonly storeId: string;
  /** An import of the store is running: another one waits for its end. */
  readonly isRunning: boolean;
  /** The latest import that was done while the page was open. */
  readonly doneImportId: string | undefined;
  onUploading(isUploading: boolean): void;
  onStart(importId: string): void;
}

type Source = 'file' | 'address';
const sources = [
  ['file', 'File'],
  ['address', 'Address'],
] as const;

/** The media type of a file by its name; the service detects the format from the content. */
const types: readonly (readonly [ending: RegExp, type: string])[] = [
  [/\.(?:tsv|txt|tab)$/i, 'text/tab-separated-values'],
  [/\.(?:xml|rss|atom)$/i, 'application/xml'],
  [/\.(?:jsonl|ndjson|json)$/i, 'application/x-ndjson'],
];

interface ImportRequest extends SourceRequest<Source> {
  readonly currency: string;
  readonly shopUrl: string;
  readonly isReplacing: boolean;
}

const emptyRequest: ImportRequest = {
  source: 'file',
  file: undefined,
  url: '',
  currency: '',
  shopUrl: '',
  isReplacing: false,
};

/** Starts an import from a file, chosen or dropped, or from an address. */
export function ImportForm({ storeId, isRunning, doneImportId, onUploading, onStart }: ImportFormProps) {
  const reload = useReload(storeId);
  const [request, setRequest] = useState(emptyRequest);
  const [started, setStarted] = useState<ImportRequest & { readonly id: string }>();
  const change = (part: Partial<ImportRequest>): void => setRequest({ ...request, ...part });
  const start = useAction(
    () => startImport(storeId, request),
    ({ id }) => {
      announce('Import started');
      onStart(id);
      setStarted({ ...request, id });
      return reload('imports');
    },
  );
  useEffect(() => {
    if (started !== undefined && started.id === doneImportId)
      setRequest((now) => withoutSource(now, started));
  }, [started, doneImportId]);
  useEffect(() => onUploading(start.isPending), [start.isPending, onUploading]);
  const isUploading = start.isPending && request.source === 'file';
  return (
    <ImportFrame
      title="Import products"
      start={start}
      button={isUploading ? 'Uploading…' : 'Import'}
      isBusy={isRunning}
    >
      <ImportFields request={request} onChange={change} />
    </ImportFrame>
  );
}

/** Removes what was imported; a file or an address that was chosen since stays. */
function withoutSource(request: ImportRequest, imported: ImportRequest): ImportRequest {
  return {
    ...request,
    file: request.file === imported.file ? undefined : request.file,
    url: request.url === imported.url ? '' : request.url,
  };
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
        fileHint="Shopify export (CSV), Google Merchant feed (TSV or XML) or JSON Lines, at most 100 MB"
        accept=".csv,.tsv,.txt,.xml,.rss,.jsonl,.ndjson"
        addressHint="HTTPS, on the public internet: a Google Merchant feed, a Shopify export or JSON Lines, at most 100 MB."
        maxAddressLength={2000}
        onChange={onChange}
      />
      <Field
        label="Shop URL"
        hint="Such as https://shop.example: links products without a link to /products/… of this shop."
        {...bound('shopUrl')}
        maxLength={2000}
      />
      <div class="pair catalog-options">
        <Field
          label="Currency"
          hint="A code such as EUR, for prices without one."
          {...bound('currency')}
          maxLength={3}
        />
        <Check
          label="Replace all"
          hint="Removes the products that are not in it. One rejected line then stops the import, and nothing changes."
          {...bound('isReplacing')}
        />
      </div>
    </>
  );
}

async function startImport(
  storeId: string,
  { source, file, url, currency, shopUrl, isReplacing }: ImportRequest,
) {
  const options = {
    ...(currency === '' ? {} : { currency: currency.toUpperCase() }),
    ...(shopUrl.trim() === '' ? {} : { shop_url: shopUrl.trim() }),
    replace_all: isReplacing,
  };
  const path = { store_id: storeId };
  if (source !== 'file') return call('importAddress', { path, body: { url: url.trim(), ...options } });
  const body = chosenFile(file, 100, 'Split it, or ask the operator.');
  const type = types.find(([ending]) => ending.test(body.name))?.[1] ?? 'text/csv';
  return upload('importFile', { path, query: options }, { body, type });
}
