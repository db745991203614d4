import { Link } from 'wouter-preact';
import type { Schemas } from './client.ts';
import { channels, type ConversationFilters, conversationsHref, nameOf } from './conversation-query.ts';
import { ResultChip } from './results.tsx';
import { Time } from './time.tsx';

type Summary = Schemas['ConversationSummary'];

interface ConversationListProps {
  readonly storeId: string;
  readonly conversations: readonly Summary[];
  /** Of the list: they stay in the address when a conversation is opened. */
  readonly filters: ConversationFilters;
  readonly chosen: string | undefined;
}

/** Conversations as links; Tab and the arrow keys move between them. */
export function ConversationList({ storeId, conversations, filters, chosen }: ConversationListProps) {
  return (
    <ul class="conversation-list plain lined" aria-label="Conversations" onKeyDown={moveFocus}>
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <Link
            href={conversationsHref(storeId, filters, conversation.id)}
            {...(conversation.id === chosen && { 'aria-current': 'true' as const })}
          >
            <span class="first">
              <span class="question clamped">{conversation.first_message || 'No text'}</span>
              <small>
                <Time at={conversation.started_at} />
              </small>
            </span>
            <small class="about">
              <span class="ellipsis">
                {conversation.agent_name} · {nameOf(channels, conversation.channel)} · {conversation.messages}{' '}
                {conversation.messages === 1 ? 'message' : 'messages'}
              </span>
              <Marks conversation={conversation} />
            </small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What needs attention. */
export function Marks({ conversation }: { readonly conversation: Summary }) {
  const { results, thumb } = conversation;
  return (
    <span class="marks">
      {results
        .filter((result) => result !== 'helped' && result !== 'small_talk')
        .map((result) => (
          <ResultChip key={result} result={result} />
        ))}
      {thumb !== null && <ThumbMark thumb={thumb} />}
    </span>
  );
}

export function ThumbMark({ thumb }: { readonly thumb: Schemas['Thumb'] }) {
  return (
    <span class={`thumb ${thumb}`}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M6 9v8H3.5V9zM6 9.5 9.2 3c1.3 0 2.1.9 1.9 2.2L10.7 8h4.4c1 0 1.7.9 1.5 1.9l-1.1 5.5c-.2.9-.9 1.6-1.9 1.6H6" />
      </svg>
      <span class="hidden">{thumb === 'up' ? 'Thumb up' : 'Thumb down'}</span>
    </span>
  );
}

const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
]);

function moveFocus(event: KeyboardEvent): void {
  const step = steps.get(event.key);
  if (step === undefined || !(event.currentTarget instanceof Element)) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const index = links.findIndex((link) => link === document.activeElement);
  event.preventDefault();
  links[Math.min(Math.max(index + step, 0), links.length - 1)]?.focus();
}
