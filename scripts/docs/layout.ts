import { listOperations, type ContractOperation } from '../contract/contract.ts';
import { asString } from '../contract/json.ts';
import { writeDemoCurl } from './examples.ts';
import { html, methodBadge, table, type Html } from './html.ts';
import type { DocsSource } from './source.ts';

export interface Page {
  readonly file: string;
  readonly title: string;
  readonly lead: Html;
  /** The entries of the side bar. */
  readonly contents: readonly ContentsEntry[];
  readonly body: Html;
}

export interface ContentsEntry {
  readonly href: string;
  readonly text: string;
  /** The HTTP method before the text. */
  readonly method?: string;
}

/** The pages in the order of the navigation. */
export const pages = [
  ['index.html', 'Start'],
  ['api.html', 'API'],
  ['events.html', 'Events'],
  ['requirements.html', 'Requirements'],
  ['implementing.html', 'Implementing'],
  ['embedding.html', 'Embedding'],
  ['changelog.html', 'Changelog'],
  ['diff.html', 'Unreleased'],
] as const;

/** The HTML document of a page. It has no inline script or style, so a strict content security policy fits. */
export function layout({ file, title, lead, contents, body }: Page, source: DocsSource): string {
  const links = pages.map(
    ([href, text]) => html`<a href="${href}" ${href === file ? currentPage : undefined}>${text}</a>`,
  );
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Conversational Agent Service</title>
        <link rel="icon" href="icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="docs.css" />
        <script src="docs.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="index.html"
            ><img src="icon.svg" alt="" width="24" height="24" />Conversational Agent Service</a
          >
          <nav aria-label="Pages">${links}</nav>
          <button type="button" class="search" aria-keyshortcuts="/" hidden>Search <kbd>/</kbd></button>
        </header>
        ${searchDialog}
        <div class="frame${contents.length === 0 ? ' plain' : ''}">
          ${contents.length === 0 ? undefined : sideBar(contents)}
          <main id="main" tabindex="-1">
            <h1>${title}</h1>
            <div class="lead">${lead}</div>
            ${body}
          </main>
        </div>
        <footer>
          Contract ${source.version} · spec <code>${source.hash}</code> · generated from <code>spec/</code> by
          <code>npm run docs</code>
        </footer>
      </body>
    </html>`.html
  }\n`;
}

const searchDialog: Html = html`<dialog class="search" aria-label="Search">
  <input type="search" aria-label="Search all pages" autocomplete="off" spellcheck="false" />
  <output></output>
  <ol></ol>
</dialog>`;

const currentPage: Html = { html: 'aria-current="page"' };

function sideBar(contents: readonly ContentsEntry[]): Html {
  return html`<nav class="side" aria-label="On this page">
    <ol>
      ${contents.map(
        ({ href, text, method }) =>
          html`<li><a href="${href}">${method && methodBadge(method)}${text}</a></li>`,
      )}
    </ol>
  </nav>`;
}

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
    body: html`${operations(source)}${firstRequest(source)}${cards(source)}`,
  };
}

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
  return table('overview', [], rows);
}

function firstRequest({ examples }: DocsSource): Html | undefined {
  const chat = examples.find((example) => example.name === 'streamAgentChat.200');
  if (chat === undefined) return undefined;
  return html`<section>
    <h2>A first conversation</h2>
    <p>
      Every request carries the store's API key, over HTTPS only. While <code>npm start</code> runs, paste
      this in the same folder: it reads the address, the certificate authority, the key and an agent from
      <code>data/connection.json</code>.
    </p>
    ${writeDemoCurl(chat.request)}
  </section>`;
}

function cards({ rows, decisions }: DocsSource): Html {
  const all: [file: string, title: string, text: string][] = [
    [
      'api.html',
      'API reference',
      'Every operation: fields, statuses, examples, code in four languages, and a form to try it.',
    ],
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
    ['changelog.html', 'Changelog', 'The released versions, and what each changed.'],
    ['diff.html', 'Unreleased changes', 'Every difference from the last release, and whom it breaks.'],
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
      <a href="asyncapi.json">asyncapi.json</a>; and what every deployment must do, without this service's
      own: <a href="openapi.core.json">openapi.core.json</a>,
      <a href="asyncapi.core.json">asyncapi.core.json</a>.
    </p>
  </section>`;
}
