import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ApiError, download, type Schemas, type Store } from './client.ts';
import { useRead } from './use-read.ts';
import { Button, ErrorNote, Loading } from './controls.tsx';
import { Marks } from './conversation-list.tsx';
import { channels, conversationsHref, nameOf } from './conversation-query.ts';
import { DeleteConversationDialog } from './delete-conversation-dialog.tsx';
import { MessagesLeftIn } from './left-messages.tsx';
import { Cost, Messages } from './messages.tsx';
import { useAction } from './recent-sign-in.tsx';
import { saveFile } from './save-file.ts';
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
  const conversation = useRead(['conversation', store.id, id], 'getConversation', {
    path: { store_id: store.id, conversation_id: id },
  });
  const { data, error } = conversation;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <section class="reader box" aria-label="Conversation">
      <Link class="back" href={back}>
        <span aria-hidden="true">←</span> All conversations
      </Link>
      {conversation.isPending && <Loading />}
      {isGone && <p class="empty">This conversation does not exist. It may have been deleted.</p>}
      {!isGone && <ErrorNote error={error} retry={() => void conversation.refetch()} />}
      {data && (
        <>
          <ReaderHeading store={store} conversation={data} onDelete={onDelete} />
          <Messages conversation={data} />
          <MessagesLeftIn store={store} conversation={data} />
        </>
      )}
    </section>
  );
}

interface HeadingProps {
  readonly store: Store;
  readonly conversation: Schemas['Conversation'];
  onDelete(): void;
}

function ReaderHeading({ store, conversation: { summary, messages }, onDelete }: HeadingProps) {
  const cost = messages.reduce((sum, message) => sum + (message.cost ?? 0), 0);
  const [isDeleting, setDeleting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Where the reader stands alone, the link that opened it is not seen any more.
  useLayoutEffect(() => {
    if (matchMedia('(width < 75rem)').matches) heading.current?.focus();
  }, []);
  return (
    <header>
      <h2 ref={heading} tabIndex={-1}>
        {summary.first_message || 'No text'}
      </h2>
      <div class="row">
        <ExportMenu store={store} id={summary.id} />
        <Button kind="danger" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      <p class="about row small soft">
        <span>{summary.agent_name}</span>
        <span>{nameOf(channels, summary.channel)}</span>
        <Minute at={summary.started_at} />
        {summary.visitor_id !== null && (
          <span>
            Visitor{' '}
            <Link href={conversationsHref(store.id, { visitor_id: summary.visitor_id })}>
              <code>{summary.visitor_id}</code>
            </Link>
          </span>
        )}
        {cost > 0 && <Cost amount={cost} />}
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

const formats = [
  ['json', 'JSON', 'with tool calls'],
  ['csv', 'CSV', 'one line a message'],
] as const;

function ExportMenu({ store, id }: { readonly store: Store; readonly id: string }) {
  const menu = useRef<HTMLDivElement>(null);
  const save = useAction(async (format: (typeof formats)[number][0]) => {
    const path = { store_id: store.id, conversation_id: id };
    saveFile(
      await download('exportConversation', { path, query: { format } }),
      `conversation-${id}.${format}`,
    );
    menu.current?.hidePopover();
  });
  return (
    <>
      <button type="button" class="button" popovertarget="export-conversation">
        Export
      </button>
      <div ref={menu} id="export-conversation" popover="auto" class="menu box">
        {formats.map(([format, name, hint]) => (
          <button key={format} type="button" onClick={() => save.mutate(format)}>
            {name} <small>{hint}</small>
          </button>
        ))}
        <ErrorNote error={save.error} />
      </div>
    </>
  );
}
