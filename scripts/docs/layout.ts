import { html, methodBadge, type Html } from './html.ts';
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
  ['errors.html', 'Errors'],
  ['requirements.html', 'Requirements'],
  ['implementing.html', 'Implementing'],
  ['embedding.html', 'Embedding'],
  ['results.html', 'Results'],
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
        <nav data-topnav class="justify-between" aria-label="Pages">
          <a class="hstack gap-2" href="index.html"
            ><img src="icon.svg" alt="" width="24" height="24" /><strong
              >Conversational Agent Service</strong
            ></a
          >
          <div class="pages">${links}</div>
          <button type="button" class="search outline small" aria-keyshortcuts="/" hidden>Search (/)</button>
        </nav>
        ${searchDialog}
        <div class="frame">
          ${contents.length === 0 ? undefined : sideBar(contents)}
          <main id="main" tabindex="-1">
            <h1>${title}</h1>
            <div class="lead mb-4 text-light">${lead}</div>
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

const searchDialog: Html = html`<dialog class="search" aria-label="Search" closedby="any">
  <input type="search" aria-label="Search all pages" autocomplete="off" spellcheck="false" />
  <output></output>
  <ol class="unstyled mt-2"></ol>
  <form method="dialog"><button class="outline small">Close</button></form>
</dialog>`;

const currentPage: Html = { html: 'aria-current="page"' };

function sideBar(contents: readonly ContentsEntry[]): Html {
  return html`<nav class="side" aria-label="On this page">
    <ol class="unstyled">
      ${contents.map(
        ({ href, text, method }) =>
          html`<li><a href="${href}">${method && methodBadge(method)}${text}</a></li>`,
      )}
    </ol>
  </nav>`;
}
