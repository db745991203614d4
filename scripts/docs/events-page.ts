import { dereference } from '../contract/contract.ts';
import { asObject, asString, asStrings, type JsonObject } from '../contract/json.ts';
import { writeEvents, writeExample, writeJson } from './examples.ts';
import { html, requirementLinks, type Html, inline, markdown } from './html.ts';
import type { Page } from './layout.ts';
import { schemaTable } from './schema-table.ts';
import type { DocsSource } from './source.ts';

/** The event reference: the order of a stream, how to read it, and each event with its fields and an example. */
export function eventsPage(source: DocsSource): Page {
  const { asyncapi } = source;
  const messages = Object.entries(messagesOf(asyncapi));
  return {
    file: 'events.html',
    title: 'Events',
    lead: markdown(asString(asObject(asyncapi['info'], 'info')['description'], 'info.description')),
    contents: [
      { href: '#order', text: 'Order' },
      { href: '#reading', text: 'Reading the stream' },
      ...messages.map(([name]) => ({ href: `#event-${name}`, text: name })),
      { href: '#streams', text: 'Whole streams' },
    ],
    body: html`${order(asyncapi)}${reading}${messages.map(([name, message]) =>
      eventSection(source, name, asObject(message, name)),
    )}${wholeStreams(source)}`,
  };
}

function messagesOf(asyncapi: JsonObject): JsonObject {
  return asObject(asObject(asyncapi['components'], 'components')['messages'], 'messages');
}

function order(asyncapi: JsonObject): Html {
  const channel = asObject(asObject(asyncapi['channels'], 'channels')['chatStream'], 'chatStream');
  return html`<section id="order">
    <h2>Order</h2>
    <figure class="mb-4">
      ${orderDiagram}
      <figcaption class="note">
        Any number of events that carry the reply, then one that ends it. After that, nothing.
      </figcaption>
    </figure>
    <ul>
      <li>${inline('The `content` of the `text` events, concatenated in arrival order, is the reply.')}</li>
      <li>${inline('A `tool_result` follows its `tool_use`. Both may come anywhere between text.')}</li>
      <li>
        ${inline('`end` means that the reply is complete, `error` that it failed. Exactly one of them comes, as the last event.')}
      </li>
      <li>${inline('A stream that stops without either is truncated: treat the reply as incomplete.')}</li>
    </ul>
    ${requirementLinks(asStrings(channel['x-requirements'], 'chatStream'))}
  </section>`;
}

const orderDiagram: Html = {
  html: `<svg width="640" viewBox="0 0 640 190" role="img" aria-label="From the start, text, tool_use and tool_result repeat; then end or error closes the stream.">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path fill="var(--muted-foreground)" d="M0 0 8 4 0 8z"/></marker></defs>
<g fill="none" stroke="var(--muted-foreground)" stroke-width="1.6" marker-end="url(#tip)">
<circle fill="var(--muted-foreground)" cx="24" cy="110" r="7"/>
<path d="M34 110H104"/><path d="M330 70C330 22 190 22 190 66"/><path d="M412 94 506 62"/><path d="M412 126 506 158"/>
<rect x="108" y="70" width="304" height="80" rx="14"/>
<rect stroke="var(--success)" x="510" y="38" width="110" height="42" rx="21"/>
<rect stroke="var(--danger)" x="510" y="140" width="110" height="42" rx="21"/>
</g>
<g fill="currentColor" font-family="var(--font-mono)" font-size="15" text-anchor="middle">
<text x="152" y="115">text</text><text x="238" y="115">tool_use</text><text x="346" y="115">tool_result</text>
<text x="565" y="64">end</text><text x="565" y="166">error</text>
</g>
</svg>`,
};

const reading: Html = html`<section id="reading">
  <h2>Reading the stream</h2>
  <p>
    The browser's <code>EventSource</code> cannot send a POST. Read the body of a <code>fetch</code>, split it
    at blank lines, and parse the <code>data:</code> lines:
  </p>
  <pre tabindex="0">
const response = await fetch(\`\${baseUrl}/api/agents/chat/stream\`, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${apiKey}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ agent_id: agentId, message }),
});
if (!response.ok) throw new Error((await response.json()).error);

let rest = '';
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  const blocks = (rest + chunk).split('\\n\\n');
  rest = blocks.pop();
  for (const block of blocks) {
    const data = block.split('\\n').filter((line) => line.startsWith('data:'));
    if (data.length > 0) onEvent(JSON.parse(data.map((line) => line.slice(5)).join('\\n')));
  }
}</pre>
  <p>
    Lines that begin with a colon are comments that keep the connection alive. This service ends lines with
    LF. Another may use CRLF or CR: use an SSE library for it.
  </p>
</section>`;

function eventSection(source: DocsSource, name: string, message: JsonObject): Html {
  const payload = dereference(source.asyncapi, asObject(message['payload'], name));
  const example = source.eventExamples.find((candidate) => candidate.type === name);
  return html`<section id="event-${name}">
    <h2><code>${name}</code></h2>
    <div class="columns">
      <div>
        ${markdown(asString(payload['description'], name))}${schemaTable(payload, `event-${name}`)}
        ${requirementLinks(asStrings(message['x-requirements'], name))}
      </div>
      <div>
        ${
          example === undefined
            ? undefined
            : html`<p>${inline(example.summary)}</p>
                <pre tabindex="0" aria-label="Payload">${writeJson(example.event)}</pre>
                <pre tabindex="0" aria-label="On the wire">${writeEvents([example.event])}</pre>`
        }
      </div>
    </div>
  </section>`;
}

function wholeStreams({ examples }: DocsSource): Html {
  const streams = examples.filter((example) => example.response.events !== undefined);
  return html`<section id="streams">
    <h2>Whole streams</h2>
    ${streams.map((example) => writeExample(example, true))}
  </section>`;
}
