import type { ExampleRequest } from '../../spec/read-examples.ts';
import { listOperations, type ContractOperation } from '../contract/contract.ts';
import { asString } from '../contract/json.ts';
import { exact, html, markdown, methodBadge, table, type Html } from './html.ts';
import type { Page } from './layout.ts';
import { settingFunction } from './samples/curl.ts';
import type { DocsSource } from './source.ts';

/** The first page: the operations, a first request, and links to the other pages. */
export function indexPage(source: DocsSource): Page {
  return {
    file: 'index.html',
    title: 'Agents that sell, over HTTP, JSON and Server-Sent Events',
    lead: html`<p>
      A shopper asks, an agent searches the store's catalogue and streams its reply. This is the contract of
      that service: every requirement, and its place in the API.
    </p>`,
    contents: [],
    body: html`${doors}${firstRequest(source)}${operations(source)}${cards(source)}`,
  };
}

/** Two readers come: who calls a service, and who builds or reviews one. */
const doors = html`<section>
  <h2>What brings you here?</h2>
  <ul class="cards unstyled">
    <li>
      <a class="card" href="#first"
        ><strong>I call it</strong>
        <p class="text-light">
          A request that works, then the reference with code in four languages, the events, and errors.
        </p></a
      >
    </li>
    <li>
      <a class="card" href="implementing.html"
        ><strong>I implement or review it</strong>
        <p class="text-light">
          What binds you, the order to build it in, the suite that checks it, and each requirement.
        </p></a
      >
    </li>
  </ul>
</section>`;

function operations({ openapi }: DocsSource): Html {
  const isOfApi = ({ path }: ContractOperation): boolean => path.startsWith('/api/');
  const all = listOperations(openapi);
  return html`<section>
    <h2>Operations</h2>
    ${operationsTable(all.filter(isOfApi))}
    <h3>Beyond /api</h3>
    ${operationsTable(all.filter((operation) => !isOfApi(operation)))}
  </section>`;
}

function operationsTable(listed: readonly ContractOperation[]): Html {
  const rows = listed.map(
    ({ id, method, path, object }) =>
      html`<tr>
        <td>${methodBadge(method)}</td>
        <td>
          <a href="api.html#${id}"><code>${path}</code></a>
        </td>
        <td>${asString(object['summary'], id)}</td>
      </tr>`,
  );
  return table([], rows);
}

function firstRequest({ examples }: DocsSource): Html | undefined {
  const chat = examples.find((example) => example.name === 'streamAgentChat.200');
  if (chat === undefined) return undefined;
  return html`<section id="first">
    <h2>A first conversation</h2>
    <p>
      Every request carries the store's API key, over HTTPS only. While <code>npm start</code> runs, paste
      this in the same folder: it reads the address, the certificate authority, the key and an agent from
      <code>data/connection.json</code>.
    </p>
    ${writeDemoCurl(chat.request)}
    ${markdown(
      'To test a client, `agent-conformance mock` (here `npm run conformance -- mock`) serves the contract in memory and, ' +
        'with `--fault`, fails as a client must bear: a reply that breaks off, an error event, a rate limit.',
    )}
  </section>`;
}

function cards({ rows, decisions }: DocsSource): Html {
  const all: [file: string, title: string, text: string][] = [
    ['api.html', 'API reference', 'Every operation: fields, statuses, examples and code in four languages.'],
    ['errors.html', 'Errors', 'Each code with its status, when it comes, and which operations have it.'],
    ['events.html', 'Event reference', 'The five events of the stream, their order, and how to read them.'],
    [
      'requirements.html',
      'Requirements',
      `${rows.length} requirements, their place in the contract, and how each is verified.`,
    ],
    [
      'requirements.html#decisions',
      'Decisions',
      `${decisions.length} points that the source leaves open: our choice, and what others may do.`,
    ],
    [
      'implementing.html',
      'Implementing it',
      'What to build first, the checks of each step, and what JSON parsers do to a contract.',
    ],
    [
      'embedding.html',
      'Embedding it',
      "The chatbot on your pages: the tag, policies, themes, and what a visitor's browser stores and sends.",
    ],
    [
      'results.html',
      'Results',
      'What implementations claim, clause by clause, in bundles that anybody verifies.',
    ],
    ['changelog.html', 'Changelog', 'The released versions, and what each changed.'],
    ['diff.html', 'Unreleased changes', 'Every difference from the last release, and whom it breaks.'],
  ];
  return html`<section>
    <h2>Read on</h2>
    <ul class="cards unstyled">
      ${all.map(
        ([file, title, text]) =>
          html`<li>
            <a class="card" href="${file}"
              ><strong>${title}</strong>
              <p class="text-light">${text}</p></a
            >
          </li>`,
      )}
    </ul>
    <p>
      The documents themselves, for tools: <a href="openapi.json">openapi.json</a>,
      <a href="asyncapi.json">asyncapi.json</a>; and what every deployment must do, without this service's
      own: <a href="openapi.core.json">openapi.core.json</a>,
      <a href="asyncapi.core.json">asyncapi.core.json</a>.
    </p>
  </section>`;
}

/** The request as a command for what `npm start` serves. It runs as pasted in any POSIX shell. */
function writeDemoCurl({ path, headers, body }: ExampleRequest): Html {
  const shown = Object.entries(headers).filter(([name]) => name !== 'Accept');
  const words = [
    `${settingFunction}\ncurl -N --cacert "$(setting ca)" "$(setting base_url)${path}"`,
    ...shown.map(([name, value]) => `-H ${quoteWithSettings(`${name}: ${String(value)}`)}`),
    `-d ${quoteWithSettings(JSON.stringify(body))}`,
  ];
  return exact`<pre tabindex="0" aria-label="Command">${words.join(' \\\n  ')}</pre>`;
}

/** One word of a POSIX shell, in which it reads `{{agent_id}}` from the connection file. */
function quoteWithSettings(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
    .replaceAll(/\{\{(\w+)\}\}/g, `'"$(setting $1)"'`)
    .replace(/''$/, '');
}
