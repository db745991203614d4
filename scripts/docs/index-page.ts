import { listOperations } from '../contract/contract.ts';
import { asString } from '../contract/json.ts';
import { firstRequest } from './first-request.ts';
import { html, type Html } from './html.ts';
import { methodBadge, type Page } from './layout.ts';
import type { DocsSource } from './source.ts';

/** Where a reader begins: what the service is, its operations, a first request, and the other pages. */
export function indexPage(source: DocsSource): Page {
  return {
    file: 'index.html',
    title: 'Agents that sell, over HTTP, JSON and Server-Sent Events',
    lead: html`<p>
      A shopper asks, an agent looks through the store's catalogue and answers as a stream. This is the
      contract of that service: what it promises, clause by clause, and where each promise stands.
    </p>`,
    contents: [],
    body: html`${operations(source)}${firstRequest(source)}${cards(source)}`,
  };
}

function operations({ openapi }: DocsSource): Html {
  const rows = listOperations(openapi).map(
    ({ id, method, path, object }) =>
      html`<tr>
        <td>${methodBadge(method)}</td>
        <td>
          <a href="api.html#${id}"><code>${path}</code></a>
        </td>
        <td>${asString(object['summary'], id)}</td>
      </tr>`,
  );
  return html`<section>
    <h2>Operations</h2>
    <div class="scroll">
      <table class="overview">
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function cards({ rows, decisions, openapi }: DocsSource): Html {
  const count = listOperations(openapi).length;
  const all: [file: string, title: string, text: string][] = [
    [
      'api.html',
      'API reference',
      `${count} operations with their fields, statuses and examples, and every schema.`,
    ],
    ['events.html', 'Event reference', 'The five events of the stream, their order, and how to read them.'],
    [
      'requirements.html',
      'Requirements',
      `${rows.length} clauses with their place in the contract and how each is verified.`,
    ],
    [
      'requirements.html#decisions',
      'Decisions',
      `${decisions.length} points that the source leaves open: what we chose, and what others may.`,
    ],
  ];
  return html`<section>
    <h2>Read on</h2>
    <ul class="cards">
      ${all.map(
        ([file, title, text]) =>
          html`<li>
            <a href="${file}"><strong>${title}</strong><span>${text}</span></a>
          </li>`,
      )}
    </ul>
    <p>
      The documents themselves, for tools: <a href="openapi.json">openapi.json</a>,
      <a href="asyncapi.json">asyncapi.json</a>.
    </p>
  </section>`;
}
