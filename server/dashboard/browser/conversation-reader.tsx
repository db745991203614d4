import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, ApiError, type Schemas, type Store, unwrap } from './client.ts';
import { Button, ErrorNote, Loading } from './controls.tsx';
import { Marks } from './conversation-list.tsx';
import { channels, nameOf } from './conversation-query.ts';
import { DeleteConversationDialog } from './delete-conversation-dialog.tsx';
import { Messages } from './messages.tsx';
import { Minute } from './time.tsx';

interface ReaderProps {
  readonly store: Store;
  readonly id: string;
  /** The list, with its filters. */
  readonly back: string;
  onDelete(): void;
}

/** One conversation as a dialogue, with its export and its deletion. */
export function ConversationReader({ store, id, back, onDelete }: ReaderProps) {
  const conversation = useQuery({
    queryKey: ['conversation', store.id, id],
    queryFn: () => {
      const params = { path: { store_id: store.id, conversation_id: id } };
      return unwrap(api.GET('/dashboard/api/stores/{store_id}/conversations/{conversation_id}', { params }));
    },
  });
  const { data, error } = conversation;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <section class="reader" aria-label="Conversation">
      <Link class="back" href={back}>
        <span aria-hidden="true">←</span> All conversations
      </Link>
      {conversation.isPending && <Loading />}
      {isGone && <p class="empty">This conversation does not exist. It may have been deleted.</p>}
      {!isGone && <ErrorNote error={error} retry={() => void conversation.refetch()} />}
      {data && (
        <>
          <ReaderHeading store={store} summary={data.summary} onDelete={onDelete} />
          <Messages conversation={data} />
        </>
      )}
    </section>
  );
}

interface HeadingProps {
  readonly store: Store;
  readonly summary: Schemas['ConversationSummary'];
  onDelete(): void;
}

function ReaderHeading({ store, summary, onDelete }: HeadingProps) {
  const [isDeleting, setDeleting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Where the reader stands alone, the link that opened it is not seen any more.
  useEffect(() => {
    if (matchMedia('(width < 75rem)').matches) heading.current?.focus();
  }, []);
  return (
    <header>
      <h2 ref={heading} tabIndex={-1}>
        {summary.first_message || 'No text'}
      </h2>
      <div class="reader-actions">
        <ExportMenu store={store} id={summary.id} />
        <Button kind="danger" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      <p class="about">
        <span>{summary.agent_name}</span>
        <span>{nameOf(channels, summary.channel)}</span>
        <Minute at={summary.started_at} />
        {summary.visitor_id !== null && (
          <span>
            Visitor <code>{summary.visitor_id}</code>
          </span>
        )}
        <Marks conversation={summary} />
      </p>
      {isDeleting && (
        <DeleteConversationDialog
          store={store}
          conversation={summary}
          onClose={() => setDeleting(false)}
          onDelete={onDelete}
        />
      )}
    </header>
  );
}

function ExportMenu({ store, id }: { readonly store: Store; readonly id: string }) {
  const path = `/dashboard/api/stores/${store.id}/conversations/${id}/export`;
  return (
    <>
      <button type="button" class="button" popovertarget="export-conversation">
        Export
      </button>
      <div id="export-conversation" popover="auto" class="menu">
        <a href={`${path}?format=json`} download>
          JSON <span class="soft">with tool calls</span>
        </a>
        <a href={`${path}?format=csv`} download>
          CSV <span class="soft">one line a message</span>
        </a>
      </div>
    </>
  );
}
