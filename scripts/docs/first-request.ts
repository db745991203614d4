import type { ExampleRequest } from '../../spec/read-examples.ts';
import { exact, html, type Html } from './html.ts';
import type { DocsSource } from './source.ts';

/** A first conversation with what `npm start` serves: a command that works as it is pasted, in any POSIX shell. */
export function firstRequest({ examples }: DocsSource): Html | undefined {
  const chat = examples.find((example) => example.name === 'streamAgentChat.200');
  if (chat === undefined) return undefined;
  return html`<section>
    <h2>A first conversation</h2>
    <p>
      Every request carries the store's API key, over HTTPS only. While <code>npm start</code> serves, paste
      this in the same folder: it takes the address, the certificate authority, the key and an agent from
      <code>data/connection.json</code>.
    </p>
    <pre class="curl" tabindex="0" aria-label="Command">${commandOf(chat.request)}</pre>
  </section>`;
}

const setting = String.raw`setting() { sed -n 's/^ *"'"$1"'": "\(.*\)".*/\1/p' data/connection.json; }`;

function commandOf({ path, headers, body }: ExampleRequest): Html {
  const shown = Object.entries(headers).filter(([name]) => name !== 'Accept');
  const lines = [
    `curl -N --cacert "$(setting ca)" "$(setting base_url)${path}"`,
    ...shown.map(([name, value]) => `-H ${quote(`${name}: ${String(value)}`)}`),
    `-d ${quote(JSON.stringify(body))}`,
  ];
  return exact`${setting}\n${lines.join(' \\\n  ')}`;
}

/** One word of a shell, in which `{{agent_id}}` is read from the connection file. */
function quote(text: string): string {
  const word = `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return word.replaceAll(/\{\{(\w+)\}\}/g, `'"$(setting $1)"'`).replace(/''$/, '');
}
