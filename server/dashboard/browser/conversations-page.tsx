import { useMemo } from 'preact/hooks';
import { Link, useLocation, useSearchParams } from 'wouter-preact';
import { call, type ScreenProps } from './client.ts';
import { NextPage, ReadState } from './controls.tsx';
import { ConversationFilterBar, withSearchedDays } from './conversation-filters.tsx';
import { ConversationList } from './conversation-list.tsx';
import { type ConversationFilters, conversationsHref, filtersOf } from './conversation-query.ts';
import { ConversationReader } from './conversation-reader.tsx';
import { WaitingMessages } from './left-messages.tsx';
import { PageHeading } from './page-heading.tsx';
import { usePages } from './use-read.ts';

/** The list with its filters, which are in the page's address, and beside it the conversation of the path. */
export function ConversationsPage({ store, item }: ScreenProps) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const filters = useMemo(() => withSearchedDays(filtersOf(search)), [search]);
  const setFilters = (next: ConversationFilters): void =>
    navigate(conversationsHref(store.id, next, item), { replace: true });
  const back = conversationsHref(store.id, filters);
  return (
    <div class={item === undefined ? 'conversations' : 'conversations reading'}>
      <PageHeading
        title="Conversations"
        store={store}
        lead="What shoppers asked, and what your agents replied. Newest first."
      />
      {item === undefined && <WaitingMessages store={store} />}
      <ConversationFilterBar store={store} filters={filters} onChange={setFilters} />
      <div class="split">
        <Pages store={store} filters={filters} item={item} />
        {item === undefined ? (
          <p class="empty nothing-chosen">Choose a conversation to read it here.</p>
        ) : (
          <ConversationReader
            key={item}
            store={store}
            id={item}
            back={back}
            onDelete={() => navigate(back, { replace: true })}
          />
        )}
      </div>
    </div>
  );
}

interface PagesProps extends Pick<ScreenProps, 'store' | 'item'> {
  readonly filters: ConversationFilters;
}

/** The conversations that were read so far, and a button for older ones. */
function Pages({ store, filters, item }: PagesProps) {
  const list = usePages(['conversations', store.id, filters], (cursor) =>
    call('listConversations', { path: { store_id: store.id }, query: { ...filters, ...cursor } }),
  );
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? [];
  return (
    <div class="list box" aria-busy={list.isPlaceholderData}>
      <ReadState reads={[list]} />
      {list.data && conversations.length === 0 && <Empty store={store} filters={filters} />}
      {conversations.length > 0 && (
        <ConversationList storeId={store.id} conversations={conversations} filters={filters} chosen={item} />
      )}
      <NextPage list={list} name="Show older" />
    </div>
  );
}

function Empty({ store, filters }: Omit<PagesProps, 'item'>) {
  if (Object.keys(filters).length > 0) {
    return (
      <p class="empty">
        No conversation matches the filters. <Link href={conversationsHref(store.id, {})}>Clear filters</Link>
      </p>
    );
  }
  return (
    <p class="empty">
      No conversations yet. They appear here once shoppers write:{' '}
      <Link href={`/stores/${store.id}/chatbots`}>place a chatbot</Link> on your shop.
    </p>
  );
}
