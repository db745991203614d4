import { useState } from 'preact/hooks';
import { call, type Schemas, type ScreenProps } from './client.ts';
import { ReadState } from './controls.tsx';
import { DocumentList } from './knowledge-documents.tsx';
import { KnowledgeImport } from './knowledge-import-form.tsx';
import { KnowledgeSearch } from './knowledge-search.tsx';
import { PageHeading } from './page-heading.tsx';
import { SettingForm } from './setting-form.tsx';
import { useRead, useReload } from './use-read.ts';

/** The shop's own texts: imported, searched as an agent does, and whom the assistant names for everything else. */
export function KnowledgePage({ store }: ScreenProps) {
  const path = { store_id: store.id };
  const state = useRead(['knowledge', store.id], 'getKnowledge', { path });
  const [edited, setEdited] = useState<Schemas['KnowledgeDocument']>();
  const text = useRead(
    ['knowledge text', store.id, edited?.id],
    'getKnowledgeDocument',
    { path: { ...path, document_id: edited?.id ?? '' } },
    // It is typed over meanwhile.
    { enabled: edited !== undefined, staleTime: Infinity },
  );
  const { data } = state;
  return (
    <>
      <PageHeading
        title="Knowledge"
        store={store}
        lead="What your agents know of your shop: returns, shipping, opening hours. They need the tool “Shop knowledge”."
      />
      <ReadState reads={[state]} />
      {data && (
        <>
          {edited && <ReadState reads={[text]} />}
          <KnowledgeImport
            key={text.data?.document.id}
            storeId={store.id}
            documents={data.documents}
            edited={text.data}
          />
          {data.documents.length === 0 ? (
            <p class="empty">No text yet. Without one, an assistant says that it does not know.</p>
          ) : (
            <>
              <KnowledgeSearch storeId={store.id} />
              <DocumentList storeId={store.id} documents={data.documents} onEdit={setEdited} />
            </>
          )}
          <Contact storeId={store.id} contact={data.contact ?? ''} />
        </>
      )}
    </>
  );
}

/** Whom the assistant names for what it does not know; empty for none. */
function Contact({ storeId, contact }: { readonly storeId: string; readonly contact: string }) {
  const reload = useReload(storeId);
  const path = { store_id: storeId };
  const save = async (text: string) =>
    (await call('setContact', { path, body: { contact: text.trim() || null } })).contact ?? '';
  return (
    <SettingForm
      title="Contact"
      label="Whom to ask"
      hint="What the assistant names when it does not know, such as help@shop.example, Monday to Friday. Empty for none."
      button="Save contact"
      done="Contact saved"
      value={contact}
      maxLength={500}
      save={save}
      onSave={() => reload('knowledge')}
    />
  );
}
