import type { Example, ExampleRequest } from '../../spec/read-examples.ts';
import { exact, html, join, type Html, inline, statusBadge } from './html.ts';

/** A request and its response, folded under its status and summary. */
export function writeExample(example: Example, open: boolean): Html {
  return html`<details ${open ? exact`open` : undefined}>
    <summary>
      ${statusBadge(example.status)}
      <span>${inline(example.summary)}</span>
    </summary>
    <pre tabindex="0" aria-label="Request">${writeRequest(example.request)}</pre>
    <pre tabindex="0" aria-label="Response">${writeResponse(example)}</pre>
  </details>`;
}

function writeRequest({ method, path, scheme, headers, body, text }: ExampleRequest): Html {
  const plain = scheme === 'http' ? exact` <i>over plain HTTP</i>` : undefined;
  const first = exact`<b>${method} ${forReader(path)}</b>${plain}\n`;
  const content = text ?? (body === undefined ? undefined : writeJson(body));
  return join([first, ...writeHeaders(headers), ...(content === undefined ? [] : ['\n', content])]);
}

function writeHeaders(headers: ExampleRequest['headers']): Html[] {
  return Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? exact`<span class="k">${name}</span>: ${forReader(value)}\n`
      : exact`<span class="k">${name}</span>: ${value.repeat.repeat(8)}… <i>(${value.times.toLocaleString('en')} characters)</i>\n`,
  );
}

function writeResponse({ response }: Example): Html {
  const { status, headers, events, body, text } = response;
  const lines = [exact`<b>${status}</b>\n`, ...writeHeaders(headers)];
  if (events !== undefined) return join([...lines, '\n', writeEvents(events)]);
  if (text !== undefined) return join([...lines, '\n', text]);
  return join(body === undefined ? lines : [...lines, '\n', writeJson(body)]);
}

/** Events as on the wire: a data line with one JSON object, and a blank line. */
export function writeEvents(events: readonly unknown[]): Html {
  return join(
    events.map((event) => exact`<span class="k">data:</span> ${forReader(JSON.stringify(event))}\n\n`),
  );
}

/** JSON with its parts marked for colours; long texts and placeholders are shortened for a reader. */
export function writeJson(value: unknown, indent = ''): Html {
  if (typeof value === 'string') return exact`<span class="s">${JSON.stringify(forReader(value))}</span>`;
  if (typeof value !== 'object' || value === null) return exact`<span class="n">${String(value)}</span>`;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => exact`${deeper}${writeJson(item, deeper)}`);
    return items.length === 0 ? exact`[]` : exact`[\n${join(items, ',\n')}\n${indent}]`;
  }
  if ('repeat' in value && 'times' in value) {
    const start = String(value.repeat).repeat(8);
    return exact`<span class="s">"${start}…"</span> <i>(${Number(value.times).toLocaleString('en')} characters)</i>`;
  }
  const entries = Object.entries(value).map(
    ([key, item]) =>
      exact`${deeper}<span class="k">${JSON.stringify(key)}</span>: ${writeJson(item, deeper)}`,
  );
  return entries.length === 0 ? exact`{}` : exact`{\n${join(entries, ',\n')}\n${indent}}`;
}

/** `{{agent_id}}` as `<AGENT_ID>`, for the reader to replace; every key is <API_KEY>. */
export function forReader(text: string): string {
  return text.replaceAll(/\{\{(?:limited_)?(\w+)\}\}/g, (_whole, name: string) => `<${name.toUpperCase()}>`);
}
