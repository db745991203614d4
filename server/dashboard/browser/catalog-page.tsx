import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { announce } from './announcement.tsx';
import { ImportForm } from './catalog-import-form.tsx';
import { countOf, ImportList, ImportNote, RunningImport } from './catalog-imports.tsx';
import { ProductSearch } from './catalog-search.tsx';
import { call, type Schemas, type ScreenProps } from './client.ts';
import { ReadState } from './controls.tsx';
import { Section } from './fields.tsx';
import { LiveShopSection, useLiveShop } from './live-shop.tsx';
import { PageHeading } from './page-heading.tsx';
import { SettingForm } from './setting-form.tsx';
import { SourceList } from './source-list.tsx';
import { Time } from './time.tsx';
import { useRead, useReload } from './use-read.ts';

type Import = Schemas['Import'];

/** How often a running import is read. */
const pollMs = 1_000;

/** The products of the store: imported from a file or an address, and searched as an agent does. */
export function CatalogPage({ store }: ScreenProps) {
  const path = { store_id: store.id };
  const [isUploading, setUploading] = useState(false);
  const state = useRead(['catalog', store.id], 'getCatalog', { path });
  const list = useQuery({
    queryKey: ['imports', store.id],
    queryFn: () => call('listImports', { path }),
    refetchInterval: ({ state: { data } }) => (isUploading || isRunning(data?.imports) ? pollMs : false),
  });
  const [latest] = list.data?.imports ?? [];
  const [watched, setWatched] = useState<string>();
  useEffect(() => {
    if (latest?.status === 'running') setWatched(latest.id);
  }, [latest]);
  const ended = useEndedImport(latest, watched, store.id);
  const isEmpty = state.data?.products === 0;
  const isLive = useLiveShop(store.id).data?.shop != null;
  const isReady = state.data !== undefined && list.data !== undefined;
  return (
    <>
      <PageHeading
        title="Catalogue"
        store={store}
        lead="The products that your agents can find and recommend."
      />
      <ReadState reads={[state, list]} />
      {isReady && (
        <>
          {!isEmpty && <Counts state={state.data} />}
          {isEmpty && !isLive && <FirstStep />}
          {ended && <ImportNote storeId={store.id} ended={ended} />}
          {latest?.status === 'running' && <RunningImport running={latest} />}
          {(!isEmpty || isLive) && <ProductSearch storeId={store.id} />}
          <LiveShopSection storeId={store.id} />
          <ImportForm
            storeId={store.id}
            isRunning={latest?.status === 'running'}
            doneImportId={ended?.status === 'done' ? ended.id : undefined}
            onUploading={setUploading}
            onStart={setWatched}
          />
          <SourceList storeId={store.id} kind="feed" />
          {!isEmpty && <Synonyms storeId={store.id} synonyms={state.data.synonyms} />}
          {list.data.imports.length > 0 && <ImportList storeId={store.id} imports={list.data.imports} />}
        </>
      )}
    </>
  );
}

function isRunning(imports: readonly Import[] | undefined): boolean {
  return imports?.[0]?.status === 'running';
}

/** The import that ended while the page was open: the catalogue is read again then. */
function useEndedImport(latest: Import | undefined, watched: string | undefined, storeId: string) {
  const reload = useReload(storeId);
  const ended = latest?.id === watched && latest?.status !== 'running' ? latest : undefined;
  useEffect(() => {
    if (ended === undefined) return;
    announce(ended.status === 'done' ? 'Import done' : 'Import failed');
    void reload('catalog', 'products', 'sources');
  }, [ended?.id, storeId]);
  return ended;
}

function Counts({ state }: { readonly state: Schemas['Catalog'] }) {
  return (
    <dl class="catalog-counts">
      <div>
        <dt>Products</dt>
        <dd>{countOf(state.products)}</dd>
      </div>
      <div>
        <dt>Variants</dt>
        <dd>{countOf(state.variants)}</dd>
      </div>
      <div>
        <dt>Last import</dt>
        <dd>{state.last_import_at === null ? '–' : <Time at={state.last_import_at} />}</dd>
      </div>
    </dl>
  );
}

function FirstStep() {
  return (
    <Section title="No products yet">
      <p>
        An agent only recommends products of your shop. Enter its domain under Live shop: many shops can be
        searched as they are. Where yours cannot, import your products:
      </p>
      <ul>
        <li>
          <strong>Shopify:</strong> under Products, choose Export, all products, and “CSV for Excel, Numbers”.
        </li>
        <li>
          <strong>Google Merchant Center:</strong> the feed that you have, as a file or by its address.
        </li>
        <li>
          <strong>Anything else:</strong> JSON Lines, a product a line, such as{' '}
          <code>{'{"id":"mug","title":"Mug","price":"12.50 EUR"}'}</code>
        </li>
      </ul>
    </Section>
  );
}

/** The shop's own words for the search of products. */
function Synonyms({ storeId, synonyms }: { readonly storeId: string; readonly synonyms: string }) {
  const reload = useReload(storeId);
  const path = { store_id: storeId };
  const save = async (text: string) =>
    (await call('setSynonyms', { path, body: { synonyms: text } })).synonyms;
  return (
    <SettingForm
      title="Your own words"
      label="Words for the search"
      hint="One entry a line. “slippers, house shoes” mean the same; “hat > beanie, cap” says that these are hats; “bicycle ! We sell no bicycles.” is what shoppers read about a thing that you do not sell. The search knows common English words already."
      button="Save words"
      done="Words saved"
      value={synonyms}
      rows={6}
      maxLength={150500}
      save={save}
      onSave={() => reload('catalog', 'products')}
    />
  );
}
