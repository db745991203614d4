import type { Example, ExampleRequest } from '../../spec/read-examples.ts';
import { html, join, type Html } from './html.ts';
import { inline } from './markdown.ts';
import { forReader, writeJson } from './write-json.ts';

/** A request and its response, folded away under one line that says what it shows. */
export function writeExample(example: Example, open: boolean): Html {
  return html`<details class="example" ${open ? html` open` : undefined}>
    <summary>
      <span class="status s${Math.floor(example.status / 100)}">${example.status}</span>
      ${inline(example.summary)}
    </summary>
    <pre tabindex="0" aria-label="Request">${writeRequest(example.request)}</pre>
    <pre tabindex="0" aria-label="Response">${writeResponse(example)}</pre>
  </details>`;
}

function writeRequest(request: ExampleRequest): Html {
  const scheme = request.scheme === 'http' ? ' <i>over plain HTTP</i>' : '';
  const head = html`<b>${request.method} ${forReader(request.path)}</b>${{ html: scheme }} `;
  return html`${head}${writeHeaders(request.headers)}${writeRequestBody(request)}`;
}

function writeRequestBody({ body, text }: ExampleRequest): Html | undefined {
  if (text !== undefined) return html` ${text}`;
  return body === undefined ? undefined : html` ${writeJson(body)}`;
}

function writeHeaders(headers: ExampleRequest['headers']): Html {
  const lines = Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? html`<span class="k">${name}</span>: ${forReader(value)} `
      : html`<span class="k">${name}</span>: ${value.repeat.repeat(8)}…
          <i>(${value.times.toLocaleString('en')} characters)</i> `,
  );
  return join(lines);
}

function writeResponse({ response }: Example): Html {
  const head = html`<b>${response.status}</b>
    ${writeHeaders(response.headers)} `;
  if (response.events === undefined) return html`${head}${writeJson(response.body)}`;
  return html`${head}${writeEvents(response.events)}`;
}

/** Events as they stand on the wire: a data line with one JSON object, and a blank line. */
export function writeEvents(events: readonly unknown[]): Html {
  return join(events.map((event) => html`<span class="k">data:</span> ${forReader(JSON.stringify(event))} `));
}

/** The request as a command that can be pasted once the variables are set. */
export function writeCurl(request: ExampleRequest, streams: boolean): Html {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const headers = Object.entries(request.headers)
    .filter(([name]) => name !== 'Accept')
    .map(
      ([name, value]) =>
        `-H ${name === 'Authorization' ? '"Authorization: Bearer $API_KEY"' : quote(`${name}: ${forReader(String(value))}`)}`,
    );
  const body = request.body === undefined ? [] : [`-d ${quote(forReader(JSON.stringify(request.body)))}`];
  const target = `"$BASE_URL${forReader(request.path)}"`;
  const lines = [`curl ${streams ? '-N ' : ''}${target}`, ...headers, ...body];
  return html`<pre class="curl" tabindex="0" aria-label="Command">${lines.join(' \\\n  ')}</pre>`;
}
