import { html, type Html } from './html.ts';
import type { DocsSource } from './source.ts';

/** One page: its file, its title, the entries of its side bar, and its content. */
export interface Page {
  readonly file: string;
  readonly title: string;
  readonly lead: Html;
  readonly contents: readonly ContentsEntry[];
  readonly body: Html;
}

export interface ContentsEntry {
  readonly href: string;
  readonly text: string;
  /** GET or POST before the text. */
  readonly method?: string;
}

const pages = [
  ['index.html', 'Start'],
  ['api.html', 'API'],
  ['events.html', 'Events'],
  ['requirements.html', 'Requirements'],
] as const;

/** The whole document around a page's content. No inline script or style, so that the strictest policy fits. */
export function layout(page: Page, source: DocsSource): string {
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Conversational Agent Service</title>
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
          <nav aria-label="Pages">${pages.map(([file, text]) => navigationLink(file, text, page.file))}</nav>
        </header>
        <div class="frame${page.contents.length === 0 ? ' plain' : ''}">
          ${page.contents.length === 0 ? undefined : sideBar(page)}
          <main id="main" tabindex="-1">
            <h1>${page.title}</h1>
            <div class="lead">${page.lead}</div>
            ${page.body}
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

function navigationLink(file: string, text: string, current: string): Html {
  return file === current
    ? html`<a href="${file}" aria-current="page">${text}</a>`
    : html`<a href="${file}">${text}</a>`;
}

function sideBar(page: Page): Html {
  return html`<nav class="side" aria-label="On this page">
    <ol>
      ${page.contents.map(
        ({ href, text, method }) =>
          html`<li>
            <a href="${href}">${method === undefined ? undefined : methodBadge(method)}${text}</a>
          </li>`,
      )}
    </ol>
  </nav>`;
}

/** GET or POST in its colour. */
export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method.toUpperCase()}</span> `;
}
