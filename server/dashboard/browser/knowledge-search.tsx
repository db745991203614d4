import { countOf } from './catalog-imports.tsx';
import { call, type Schemas } from './client.ts';
import { TypedSearch } from './typed-search.tsx';

/** Finds passages as the tool `search_shop_knowledge` does, while one types. */
export function KnowledgeSearch({ storeId }: { readonly storeId: string }) {
  const path = { store_id: storeId };
  const find = (query: string, signal: AbortSignal) =>
    call('searchKnowledge', { path, query: { query } }, { signal });
  return (
    <TypedSearch
      label="Ask as a shopper does"
      hint="An agent gets the same passages, and replies from them."
      queryKey={['passages', storeId]}
      find={find}
      result={(found, query) => <Passages {...found} query={query} />}
    />
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
