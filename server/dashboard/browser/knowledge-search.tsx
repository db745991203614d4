import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { countOf } from './catalog-imports.tsx';
import { api, type Schemas, unwrap } from './client.ts';
import { ReadState } from './controls.tsx';
import { Field } from './fields.tsx';
import { useTypedQuery } from './use-typed-query.ts';

/** Finds passages as the tool `search_shop_knowledge` does, while one types. */
export function KnowledgeSearch({ storeId }: { readonly storeId: string }) {
  const { words, setWords, query } = useTypedQuery();
  const found = useQuery({
    queryKey: ['passages', storeId, query],
    enabled: query !== '',
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/dashboard/api/stores/{store_id}/knowledge/passages', {
          params: { path: { store_id: storeId }, query: { query } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <section class="catalog-section" aria-labelledby="knowledge-search-heading">
      <h2 id="knowledge-search-heading">Try the search</h2>
      <Field
        label="Ask as a shopper does"
        hint="An agent gets the same passages, and replies from them."
        value={words}
        onChange={setWords}
        maxLength={500}
      />
      {query !== '' && <ReadState reads={[found]} />}
      {query !== '' && found.data && <Passages {...found.data} query={query} />}
    </section>
  );
}

function Passages({ passages, contact, query }: Schemas['PassageList'] & { readonly query: string }) {
  return (
    <>
      <p class="soft" role="status">
        {countOf(passages.length, 'passage')} for “{query}”
      </p>
      {passages.length === 0 && (
        <p class="empty">
          No passage is about this. An agent would say that it does not know
          {contact === null ? '.' : `, and name ${contact}`}
        </p>
      )}
      <ul class="knowledge-passages plain" aria-label="Passages">
        {passages.map(({ title, text, source }, index) => (
          <li key={index} class="box">
            <strong>{title}</strong>
            <p>{text}</p>
            <span class="soft">{source}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
