import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Router } from 'express';
import { isDashboardBuilt } from './dashboard-pages.ts';
import { docsFolder } from './docs.ts';
import { methodNotAllowed } from './middleware.ts';

const style = ['./base.css', './home-page.css']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('');

/** Nothing but the page's own style and its icon. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * `GET /`: what this service is, with links to what it serves. Both forms of the page are drawn here, once; `hasDemo`
 * resolves to whether the demo shop is served. Anybody may read it, so it holds nothing of the deployment.
 */
export function homePage(hasDemo: () => Promise<boolean>): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const links = [
    ...(isDashboardBuilt() ? [dashboardLink] : []),
    ...(existsSync(`${docsFolder}/index.html`) ? [docsLink] : []),
  ];
  const [plain, withDemo] = [drawPage(links), drawPage([...links, demoLink])];
  router
    .route('/')
    .get(async (_request, response) => {
      // The page does not depend on the database.
      const page = (await hasDemo().catch(() => false)) ? withDemo : plain;
      response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
      response.type('html').send(page);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}

interface Link {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

const dashboardLink: Link = {
  href: '/dashboard/',
  title: 'Dashboard',
  text: "For a shop's team: API keys, people and who did what.",
};

const docsLink: Link = {
  href: '/docs/',
  title: 'Documentation',
  text: 'The API: operations, events, errors, and examples to paste.',
};

const demoLink: Link = {
  href: '/demo/',
  title: 'Demo shop',
  text: 'A small shop with an assistant in its corner.',
};

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f6f5c" d="M6 3h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z"/><path fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="M9 8.500h2.500l2 8h8l2-6H12.500"/></svg>';
const iconAddress = `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`;

function drawPage(links: readonly Link[]): Buffer {
  const cards = links.map(
    ({ href, title, text }) => `<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`,
  );
  return Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Conversational Agent Service</title>
<link rel="icon" href="${iconAddress}"><style>${style}</style></head><body>
<header class="brand"><img src="${iconAddress}" alt="" width="28" height="28">Conversational Agent Service</header>
<main><h1>Agents that help shoppers find products</h1>
<p class="lead">This is the address of a service that shops use: its agents reply in the chat on a shop's pages, from the
shop's catalogue. If you were looking for a shop, go back to its page and ask in the chat there.</p>
${cards.length === 0 ? '' : `<ul class="cards">${cards.join('')}</ul>`}
<h2>Call the API</h2>
<p>Requests carry an API key of the store; <code>BASE_URL</code> is the origin of this page.</p>
<pre tabindex="0"><code>curl "$BASE_URL/api/agents" -H "Authorization: Bearer $API_KEY"</code></pre>
<p class="note">MCP clients connect to <code>/mcp</code> with the same key.</p>
</main></body></html>
`);
}
