import { useQuery } from '@tanstack/preact-query';
import { api, type ScreenProps, unwrap } from './client.ts';
import { ReadState } from './controls.tsx';
import { ContactForm } from './knowledge-contact.tsx';
import { DocumentList } from './knowledge-documents.tsx';
import { KnowledgeImport } from './knowledge-import-form.tsx';
import { KnowledgeSearch } from './knowledge-search.tsx';
import { PageHeading } from './page-heading.tsx';

/** The shop's own texts: imported, searched as an agent does, and whom the assistant names for everything else. */
export function KnowledgePage({ store }: ScreenProps) {
  const path = { store_id: store.id };
  const state = useQuery({
    queryKey: ['knowledge', store.id],
    queryFn: () => unwrap(api.GET('/dashboard/api/stores/{store_id}/knowledge', { params: { path } })),
  });
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
          <KnowledgeImport storeId={store.id} documents={data.documents} />
          {data.documents.length === 0 ? (
            <p class="empty">No text yet. Without one, an assistant says that it does not know.</p>
          ) : (
            <>
              <KnowledgeSearch storeId={store.id} />
              <DocumentList storeId={store.id} documents={data.documents} />
            </>
          )}
          <ContactForm key={data.contact} storeId={store.id} contact={data.contact ?? ''} />
        </>
      )}
    </>
  );
}
