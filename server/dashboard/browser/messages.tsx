import type { Schemas } from './client.ts';
import { ThumbMark } from './conversation-list.tsx';
import { formatCost, formatCount, formatDuration } from './figure-formats.ts';
import { ResultChip } from './results.tsx';
import { RichText } from './rich-text.tsx';
import { Minute } from './time.tsx';

type Message = Schemas['Message'];

/** The messages of a conversation as a dialogue. */
export function Messages({ conversation }: { readonly conversation: Schemas['Conversation'] }) {
  return (
    <ol class="messages plain" aria-label="Messages">
      {conversation.messages.map((message) => (
        <li key={message.id} class={message.role}>
          <p class="row small">
            <strong>{message.role === 'user' ? 'Shopper' : conversation.summary.agent_name}</strong>
            <small>
              <Minute at={message.at} />
            </small>
          </p>
          {message.tool_calls.map((call, index) => (
            <ToolCall key={index} call={call} />
          ))}
          {message.text !== '' && (
            <div class="said">
              {message.role === 'assistant' ? <RichText text={message.text} /> : message.text}
            </div>
          )}
          {message.role === 'assistant' && <ReplyFacts message={message} />}
        </li>
      ))}
    </ol>
  );
}

function ToolCall({ call }: { readonly call: Message['tool_calls'][number] }) {
  return (
    <details class="tool-call box small">
      <summary>
        <code>{call.tool}</code> {call.output === null && <span class="chip amber">No output</span>}
      </summary>
      <JsonText name="Input" value={call.input} />
      {call.output !== null && <JsonText name="Output" value={call.output} />}
    </details>
  );
}

function JsonText({ name, value }: { readonly name: string; readonly value: object }) {
  return (
    <>
      <p class="soft">{name}</p>
      {/* A focus stop: the keyboard scrolls it. */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </>
  );
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
        {message.first_token_ms !== null && <span>First token {formatDuration(message.first_token_ms)}</span>}
        {message.total_ms !== null && <span>Reply {formatDuration(message.total_ms)}</span>}
        {message.input_tokens !== null && message.output_tokens !== null && (
          <span>
            {message.is_estimated && 'About '}
            {formatCount(message.input_tokens)} tokens in, {formatCount(message.output_tokens)} out
          </span>
        )}
        {message.cost !== null && message.cost > 0 && <Cost amount={message.cost} />}
      </p>
    </>
  );
}
