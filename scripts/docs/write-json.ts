import { exact, join, type Html } from './html.ts';

/** JSON over several lines with its parts marked for colouring; long texts and placeholders are written for a reader. */
export function writeJson(value: unknown, indent = ''): Html {
  if (typeof value === 'string') return exact`<span class="s">${JSON.stringify(forReader(value))}</span>`;
  if (typeof value !== 'object' || value === null) return exact`<span class="n">${String(value)}</span>`;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => exact`${deeper}${writeJson(item, deeper)}`);
    return items.length === 0 ? exact`[]` : exact`[\n${join(items, ',\n')}\n${indent}]`;
  }
  if ('repeat' in value && 'times' in value) return writeLongText(String(value.repeat), Number(value.times));
  const entries = Object.entries(value).map(
    ([key, item]) =>
      exact`${deeper}<span class="k">${JSON.stringify(key)}</span>: ${writeJson(item, deeper)}`,
  );
  return entries.length === 0 ? exact`{}` : exact`{\n${join(entries, ',\n')}\n${indent}}`;
}

function writeLongText(text: string, times: number): Html {
  return exact`<span class="s">"${text.repeat(8)}…"</span> <i>(${times.toLocaleString('en')} characters)</i>`;
}

/** `{{agent_id}}` as `<AGENT_ID>`: what a reader puts in. A key is a key, whatever its plan. */
export function forReader(text: string): string {
  return text.replaceAll(/\{\{(?:limited_)?(\w+)\}\}/g, (_whole, name: string) => `<${name.toUpperCase()}>`);
}
