import type { Example, ExampleRequest } from '../../spec/read-examples.ts';
import { exact, html, join, type Html } from './html.ts';
import { inline } from './markdown.ts';
import { forReader, writeJson } from './write-json.ts';

/** A request and its response, folded away under one line that says what it shows. */
export function writeExample(example: Example, open: boolean): Html {
  return html`<details class="example" ${open ? exact`open` : undefined}>
    <summary>
      <span class="status s${Math.floor(example.status / 100)}">${example.status}</span>
      ${inline(example.summary)}
    </summary>
    <pre tabindex="0" aria-label="Request">${writeRequest(example.request)}</pre>
    <pre tabindex="0" aria-label="Response">${writeResponse(example)}</pre>
  </details>`;
}

function writeRequest(request: ExampleRequest): Html {
  const scheme = request.scheme === 'http' ? exact` <i>over plain HTTP</i>` : undefined;
  const head = exact`<b>${request.method} ${forReader(request.path)}</b>${scheme}\n`;
  return join([head, ...writeHeaders(request.headers), ...writeRequestBody(request)]);
}

function writeRequestBody({ body, text }: ExampleRequest): Html[] {
  if (text !== undefined) return [exact`\n${text}`];
  return body === undefined ? [] : [exact`\n${writeJson(body)}`];
}

function writeHeaders(headers: ExampleRequest['headers']): Html[] {
  return Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? exact`<span class="k">${name}</span>: ${forReader(value)}\n`
      : exact`<span class="k">${name}</span>: ${value.repeat.repeat(8)}… <i>(${value.times.toLocaleString('en')} characters)</i>\n`,
  );
}

function writeResponse({ response }: Example): Html {
  const { status, headers, events, body } = response;
  const content = events === undefined ? writeJson(body) : writeEvents(events);
  return join([exact`<b>${status}</b>\n`, ...writeHeaders(headers), '\n', content]);
}

/** Events as they stand on the wire: a data line with one JSON object, and a blank line. */
export function writeEvents(events: readonly unknown[]): Html {
  return join(
    events.map((event) => exact`<span class="k">data:</span> ${forReader(JSON.stringify(event))}\n\n`),
  );
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
  const body =
    request.body === undefined ? [] : [`-d ${quote(forReader(JSON.stringify(request.body, undefined, 2)))}`];
  const target = `"$BASE_URL${forReader(request.path)}"`;
  const lines = [`curl ${streams ? '-N ' : ''}${target}`, ...headers, ...body];
  return exact`<pre class="curl" tabindex="0" aria-label="Command">${lines.join(' \\\n  ')}</pre>`;
}
