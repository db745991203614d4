import { html, join, type Html } from './html.ts';

/** JSON over several lines with its parts marked for colouring; long texts and placeholders are written for a reader. */
export function writeJson(value: unknown, indent = ''): Html {
  if (typeof value === 'string') return html`<span class="s">${JSON.stringify(forReader(value))}</span>`;
  if (typeof value !== 'object' || value === null) return html`<span class="n">${String(value)}</span>`;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => html`${deeper}${writeJson(item, deeper)}`);
    return items.length === 0 ? html`[]` : html`[ ${join(items, ',\n')} ${indent}]`;
  }
  if ('repeat' in value && 'times' in value) return writeLongText(String(value.repeat), Number(value.times));
  const entries = Object.entries(value).map(
    ([key, item]) => html`${deeper}<span class="k">${JSON.stringify(key)}</span>: ${writeJson(item, deeper)}`,
  );
  return entries.length === 0 ? html`{}` : html`{ ${join(entries, ',\n')} ${indent}}`;
}

function writeLongText(text: string, times: number): Html {
  return html`<span class="s">"${text.repeat(8)}…"</span> <i>(${times.toLocaleString('en')} characters)</i>`;
}

/** `{{api_key}}` as `<API_KEY>`: what a reader puts in. */
export function forReader(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => `<${name.toUpperCase()}>`);
}
