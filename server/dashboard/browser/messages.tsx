import { ProductPicture } from './catalog-search.tsx';
import type { Schemas } from './client.ts';
import { ThumbMark } from './conversation-list.tsx';
import { formatCost, formatCount, formatDuration, formatPrice } from './figure-formats.ts';
import { ResultChip } from './results.tsx';
import { RichText } from './rich-text.tsx';
import { Minute } from './time.tsx';

type Message = Schemas['Message'];

/** The messages of a conversation as a dialogue, with what the shopper did after each. */
export function Messages({ conversation }: { readonly conversation: Schemas['Conversation'] }) {
  const { messages, summary } = conversation;
  return (
    <ol class="messages plain" aria-label="Messages">
      {messages.map((message, index) => (
        <li key={message.id} class={message.role}>
          <p class="row small">
            <strong>{message.role === 'user' ? 'Shopper' : summary.agent_name}</strong>
            <small>
              <Minute at={message.at} />
            </small>
          </p>
          {message.text !== '' && (
            <div class="said">
              {message.role === 'assistant' ? <RichText text={message.text} /> : message.text}
            </div>
          )}
          <Cards cards={message.cards} />
          {message.tool_calls.map((call, position) => (
            <p key={position} class="small soft">
              {sentenceOf(call)} {call.output === null && <span class="chip amber">No output</span>}
            </p>
          ))}
          {message.role === 'assistant' && <ReplyFacts message={message} />}
          <Doings doings={doingsBetween(conversation, message.at, messages[index + 1]?.at)} />
        </li>
      ))}
    </ol>
  );
}

const verbs = {
  product_shown: 'Saw',
  product_clicked: 'Followed the link of',
  product_added: 'Put into the cart:',
} as const;

/** What the shopper did from a message to the next one, in words. Nothing happens before the first. */
function doingsBetween(
  { events, orders }: Schemas['Conversation'],
  from: string,
  to: string | undefined,
): readonly string[] {
  const isNow = ({ at }: { readonly at: string }): boolean => at >= from && (to === undefined || at < to);
  const named = (product: { readonly title: string | null; readonly product_id: string }): string =>
    product.title ?? product.product_id;
  const seen = events
    .filter(isNow)
    .map((event) => ({ at: event.at, text: `${verbs[event.type]} ${named(event)}` }));
  const ordered = orders.filter(isNow).map(({ at, order_id: id, items, total }) => {
    const things = items.map((item) => `${item.quantity} × ${named(item)}`).join(', ');
    return {
      at,
      text: `Ordered, as the page reports: ${things} for ${formatPrice(total)}${id === null ? '' : ` (${id})`}`,
    };
  });
  return [...seen, ...ordered].toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ text }) => text);
}

function Doings({ doings }: { readonly doings: readonly string[] }) {
  if (doings.length === 0) return null;
  return (
    <ul class="doings small soft" aria-label="What the shopper did">
      {doings.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}

type Call = Message['tool_calls'][number];

/** The products as the shopper saw them. */
function Cards({ cards }: { readonly cards: Message['cards'] }) {
  if (cards.length === 0) return null;
  return (
    <ul class="shown-cards plain" aria-label="Products shown">
      {cards.map(({ id, title, price, available, why, image_url }) => (
        <li key={id} class="box small">
          <ProductPicture title={title} url={image_url} />
          <strong>{title}</strong>
          <span>{price && formatPrice(price)}</span>
          <span class="soft">{available === false ? 'Out of stock' : why}</span>
        </li>
      ))}
    </ul>
  );
}

/** What a call did, in the owner's words. */
function sentenceOf({ tool, input, output }: Call): string {
  const query = typeof input['query'] === 'string' && input['query'] !== '' ? ` for “${input['query']}”` : '';
  const count = (name: string, one: string): string => {
    const found = output?.[name];
    const length = Array.isArray(found) ? found.length : 0;
    return length === 0 ? `no ${one}` : `${length} ${one}${length === 1 ? '' : 's'}`;
  };
  if (tool === 'search_catalog') return `Searched the catalogue${query}: ${count('products', 'product')}`;
  if (tool === 'search_shop_knowledge')
    return `Searched the shop's texts${query}: ${count('passages', 'text')}`;
  if (tool === 'lookup_catalog' || tool === 'get_product') return 'Looked at products';
  if (tool === 'show_products' || tool === 'add_to_cart') return 'Showed products';
  return `Used ${tool}`;
}

/** What replies cost, in US dollars. */
export function Cost({ amount }: { readonly amount: number }) {
  return <span>Cost {formatCost({ amount, currency: 'USD' })}</span>;
}

/** Errors, model, tokens, times and thumb of a reply. */
function ReplyFacts({ message }: { readonly message: Message }) {
  const { result, error, model, thumb } = message;
  return (
    <>
      {error !== null && <p class="note red small">{error}</p>}
      <p class="facts row small soft">
        {result !== null && <ResultChip result={result} />}
        {thumb !== null && <ThumbMark thumb={thumb} />}
        {model !== null && <span>{model}</span>}
        {message.first_token_ms !== null && (
          <span>First words after {formatDuration(message.first_token_ms)}</span>
        )}
        {message.total_ms !== null && <span>complete after {formatDuration(message.total_ms)}</span>}
        {message.input_tokens !== null && message.output_tokens !== null && (
          <span>
            Text of the model: {message.is_estimated && 'about '}
            {formatCount(message.input_tokens)} read, {formatCount(message.output_tokens)} written
          </span>
        )}
        {message.cost !== null && message.cost > 0 && <Cost amount={message.cost} />}
      </p>
    </>
  );
}
