import { mutantsOf, type Mutant } from '../mutant.ts';
import { onCapabilities, onConfigNumber, onConfigText, onText } from './changes.ts';

const slug = (text: string): string => text.replaceAll(/[^\w.-]+/g, '_');

/** A text of a date-time in the format of a culture, as Json.NET makes it. */
function reformatted(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(Date.parse(text))) return text;
  const [date = '', time = ''] = new Date(text).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} ${time.slice(0, 8)}`;
}

const maxColumnBytes = 65_535;

/** The characters that XML 1.0 does not have. */
function isOfXml(character: string): boolean {
  return character >= ' ' || '\t\n\r'.includes(character);
}

/** Filters, formats and columns that change rare texts and numbers: source 2.1 and 2.2. */
export const textFilterMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.1-16', 'agents/keeps-text', { 'type-slugified': onText('type', slug) }),
  ...mutantsOf('R-2.2-21', 'agents/keeps-capabilities', {
    'capabilities-beyond-eight-dropped': onCapabilities((items) => items.slice(0, 8)),
    'capabilities-joined-to-1024-characters': onCapabilities((items) =>
      items.filter((_, index) => JSON.stringify(items.slice(0, index + 1)).length <= 1024),
    ),
    'capability-types-joined-by-commas': onCapabilities((items) => {
      const types = items.map(({ type }) => String(type)).join(',');
      return types.split(',').map((type, index) => ({ type, enabled: items[index]?.['enabled'] === true }));
    }),
    'capability-type-slugified': onCapabilities((items) =>
      items.map((item) => ({ ...item, type: slug(String(item['type'])) })),
    ),
  }),
  ...mutantsOf('R-2.1-08', 'responses/every-response', {
    'blank-description-null': onText('description', (text) => (text.trim() === '' ? null : text)),
    'line-separators-to-line-ends': onText('description', (text) =>
      text.replaceAll(/[\u2028\u2029\u0085]/g, '\n'),
    ),
  }),
  ...mutantsOf('R-2.1-04', 'agents/keeps-text', { 'date-in-name-reformatted': onText('name', reformatted) }),
  ...mutantsOf('R-2.2-18', 'agents/keeps-text', {
    'script-scheme-removed-from-prompt': onConfigText('system_prompt', (text) =>
      text.replaceAll(/javascript:/gi, ''),
    ),
    'prompt-truncated-at-65535-bytes': onConfigText('system_prompt', (text) =>
      Buffer.byteLength(text) > maxColumnBytes
        ? Buffer.from(text).subarray(0, maxColumnBytes).toString()
        : text,
    ),
    'email-masked-in-prompt': onConfigText('system_prompt', (text) =>
      text.replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'),
    ),
    'control-characters-stripped': onConfigText('system_prompt', (text) =>
      [...text].filter(isOfXml).join(''),
    ),
    'curly-quotes-straightened': onConfigText('system_prompt', (text) =>
      text.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'"),
    ),
  }),
  ...mutantsOf('R-2.2-19', 'agents/keeps-numbers', {
    'temperature-in-ten-thousandths': onConfigNumber(
      'temperature',
      (value) => Math.trunc(value * 10_000) / 10_000,
    ),
    'temperature-over-percent': onConfigNumber('temperature', (value) => (value * 100) / 100),
  }),
];
